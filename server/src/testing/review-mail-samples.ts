/** For tests and the preview only: a sample request of each mail about reviews. */
import type { Language } from '@kindling/contract/constants';
import { maxDigestReviews } from '../features/mail/review-mail-requests.ts';
import type { MailSample } from './team-mail-samples.ts';

const text = `The bread was still warm and the coffee strong. We waited a while on a Saturday, but somebody told us how long it would take.

We come back every week.`;
const unsubscribe = 'https://kindling.example/m/token';

/** Each variant once. */
export function reviewMailSamples(person: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
}): MailSample[] {
  const review = {
    reviewId: '01930000-0000-7000-8000-0000000000a1',
    locationName: 'Rue Haute',
    source: 'google',
    rating: 4,
    recommendation: null,
    authorName: 'Jonas',
    text,
  } as const;
  const alone = { kind: 'new-review', ...person, ...review, mayReply: true, unsubscribe } as const;
  const short = { ...review, text: text.slice(0, 120) };
  const average = { now: 4.44, before: 4.61, sources: ['google', 'first-party'] } as const;
  const digest = {
    kind: 'review-digest',
    ...person,
    arrived: 1,
    before: 3,
    average: null,
    unanswered: 0,
    unsubscribe,
  } as const;
  const many = Array.from({ length: maxDigestReviews }, (_, index) => ({
    ...short,
    rating: (index % 5) + 1,
    authorName: index % 3 === 0 ? null : `Guest ${index}`,
  }));
  return [
    { name: 'new-review (stars)', request: alone },
    {
      name: 'new-review (not recommended, may not reply)',
      request: {
        ...alone,
        source: 'facebook',
        rating: null,
        recommendation: 'negative',
        authorName: 'www.too-good.example',
        mayReply: false,
      },
    },
    {
      name: 'new-review (a thumb alone)',
      request: { ...alone, source: 'first-party', rating: null, recommendation: 'positive', text: null },
    },
    { name: 'new-review (words alone)', request: { ...alone, source: 'import', rating: null } },
    { name: 'review-digest (daily)', request: { ...digest, period: 'daily', reviews: [short] } },
    {
      name: 'review-digest (weekly)',
      request: {
        ...digest,
        period: 'weekly',
        arrived: 1247,
        before: 1247,
        average: { now: average.now, before: average.before, sources: [...average.sources] },
        unanswered: 31,
        reviews: many,
      },
    },
    {
      name: 'review-digest (monthly)',
      request: {
        ...digest,
        period: 'monthly',
        arrived: 2,
        before: 0,
        average: { now: 5, before: null, sources: ['google'] },
        reviews: [
          short,
          { ...short, rating: null, recommendation: 'positive', source: 'facebook', text: null },
        ],
      },
    },
    {
      name: 'review-digest (flood)',
      request: { ...digest, period: 'flood', arrived: 14, before: null, reviews: many },
    },
    {
      name: 'reviews-assigned (one)',
      request: {
        kind: 'reviews-assigned',
        ...person,
        assigneeId: '01930000-0000-7000-8000-0000000000a2',
        count: 1,
        reviews: [short],
        unsubscribe,
      },
    },
    {
      name: 'reviews-assigned (several)',
      request: {
        kind: 'reviews-assigned',
        ...person,
        assigneeId: '01930000-0000-7000-8000-0000000000a2',
        count: 1247,
        reviews: many,
        unsubscribe,
      },
    },
    {
      name: 'monthly-report',
      request: {
        kind: 'monthly-report',
        ...person,
        month: '2026-10',
        written: 48,
        before: 41,
        average: { now: average.now, before: average.before, sources: [...average.sources] },
        replied: 39,
        unsubscribe,
      },
    },
  ];
}
