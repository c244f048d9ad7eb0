/** The content of the mails about reviews: one review, a digest, the monthly report. */
import { languageTag } from '@kindling/contract/site';
import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import { printableName } from '../../../lib/printable-name.ts';
import {
  type Block,
  type MailContent,
  type MailFigure,
  type MailReview,
  stripUnsafeCharacters,
} from './content.ts';
import type { MailTexts } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

/** What mails say of a review; the text may be shortened. */
type ReviewFacts = Pick<
  RequestOf<'new-review'>,
  'reviewId' | 'locationName' | 'source' | 'rating' | 'recommendation' | 'authorName' | 'text'
>;

export function newReview(writing: WritingContext, request: RequestOf<'new-review'>): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.newReview;
  const verdict = verdictOf(texts, request);
  const href = reviewLink(publicUrl, request.accountId, request.reviewId);
  const blocks: Block[] = [
    { kind: 'review', review: presentReview(writing, request, null) },
    ...(request.text === null ? ([{ kind: 'note', text: words.withoutText }] satisfies Block[]) : []),
    {
      kind: 'button',
      label: request.mayReply ? words.reply : words.open,
      href: request.mayReply ? `${href}&reply=1` : href,
      withAddress: false,
    },
  ];
  const place = printableName(request.locationName);
  const subject = verdict === null ? words.subjectAlone : format(words.subject, { rating: verdict });
  return buildContent(
    writing,
    // The place is a name that the account gave; author and text are a stranger's, and stay out of a subject.
    { ...words, subject: place === null ? subject : `${subject} – {{place}}` },
    { name: request.name, reason: texts.reason.reviews, blocks },
    { place: place ?? '' },
  );
}

export function reviewDigest(writing: WritingContext, request: RequestOf<'review-digest'>): MailContent {
  const { texts, publicUrl } = writing;
  const words = texts.digest;
  const { accountId, period, arrived, reviews } = request;
  const number = numberFormat(request.locale);
  const rest = arrived - reviews.length;
  const blocks: Block[] = [
    { kind: 'figures', items: digestFigures(texts, request) },
    ...combinedNote(writing, request),
    ...reviews.map(
      (review): Block => ({
        kind: 'review',
        review: presentReview(writing, review, reviewLink(publicUrl, accountId, review.reviewId)),
      }),
    ),
    ...(rest === 0 ? [] : [{ kind: 'note', text: fillText(words.more, { number: number(rest) }) } as const]),
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, '/reviews', accountId),
      withAddress: false,
    },
  ];
  const heading = fillText(words.heading[period], { number: number(arrived) });
  const preheader = period === 'flood' ? words.floodNote : words.preheader;
  return buildContent(
    writing,
    { subject: heading, heading, preheader },
    { name: request.name, reason: texts.reason.reviews, blocks },
  );
}

function digestFigures(texts: MailTexts, request: RequestOf<'review-digest'>): MailFigure[] {
  const { period, arrived, before, unanswered, locale } = request;
  const words = texts.digest;
  const number = numberFormat(locale);
  return [
    {
      label: words.arrived,
      value: number(arrived),
      ...(before === null || period === 'flood'
        ? alone
        : compared({ now: arrived, before, text: words.before[period], format: number })),
    },
    ...averageFigure(texts, request, period === 'flood' ? null : words.before[period]),
    ...(unanswered === null ? [] : [{ label: words.unanswered, value: number(unanswered), ...alone }]),
  ];
}

export function monthlyReport(writing: WritingContext, request: RequestOf<'monthly-report'>): MailContent {
  const { texts, publicUrl, format } = writing;
  const words = texts.monthlyReport;
  const { written, before, replied, locale, month } = request;
  const number = numberFormat(locale);
  const monthName = new Intl.DateTimeFormat(languageTag(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
  const items: MailFigure[] = [
    {
      label: words.written,
      value: number(written),
      ...compared({ now: written, before, text: texts.digest.before.monthly, format: number }),
    },
    ...averageFigure(texts, request, texts.digest.before.monthly),
    {
      label: words.replied,
      value: number(replied),
      arrow: null,
      note: written === 0 ? null : percentFormat(locale)(replied / written),
    },
  ];
  const about = printableName(request.subjectName ?? null);
  const blocks: Block[] = [
    ...(about === null ? [] : [{ kind: 'note', text: about } as const]),
    { kind: 'figures', items },
    ...combinedNote(writing, request),
    { kind: 'text', text: format(words.lead) },
    {
      kind: 'button',
      label: words.button,
      href: `${accountLink(publicUrl, '/reports/monthly', request.accountId)}&month=${month}`,
      withAddress: false,
    },
  ];
  return buildContent(
    writing,
    words,
    { name: request.name, reason: texts.reason.reviews, blocks },
    { month: monthName },
  );
}

export function reviewsAssigned(
  writing: WritingContext,
  request: RequestOf<'reviews-assigned'>,
): MailContent {
  const { texts, publicUrl } = writing;
  const words = texts.assigned;
  const { accountId, assigneeId, count, reviews, locale } = request;
  const number = numberFormat(locale);
  const rest = count - reviews.length;
  const [only] = count === 1 ? reviews : [];
  const heading = fillText(pluralText(words, 'heading', new Intl.PluralRules(languageTag(locale)), count), {
    number: number(count),
  });
  const blocks: Block[] = [
    ...reviews.map(
      (review): Block => ({
        kind: 'review',
        review: presentReview(
          writing,
          review,
          count === 1 ? null : reviewLink(publicUrl, accountId, review.reviewId),
        ),
      }),
    ),
    ...(rest === 0
      ? []
      : [{ kind: 'note', text: fillText(texts.digest.more, { number: number(rest) }) } as const]),
    {
      kind: 'button',
      label: only === undefined ? words.button : texts.newReview.open,
      href:
        only === undefined
          ? `${accountLink(publicUrl, '/reviews', accountId)}&assigneeId=${assigneeId}`
          : reviewLink(publicUrl, accountId, only.reviewId),
      withAddress: false,
    },
  ];
  return buildContent(
    writing,
    { subject: heading, heading, preheader: words.preheader },
    { name: request.name, reason: texts.reason.reviews, blocks },
  );
}

/** The average of the stars with the one before it. */
function averageFigure(
  texts: MailTexts,
  { average, locale }: Pick<RequestOf<'review-digest'>, 'average' | 'locale'>,
  beforeText: string | null,
): MailFigure[] {
  if (average === null) return [];
  const tag = languageTag(locale);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const format = (value: number) => new Intl.NumberFormat(tag, digits).format(value);
  const { now, before } = average;
  const beside =
    before === null || beforeText === null ? alone : compared({ now, before, text: beforeText, format });
  return [{ label: texts.digest.average, value: format(now), ...beside }];
}

/** Names the sources of an average that combines several. */
function combinedNote(
  { texts, sourceNames }: WritingContext,
  { average, locale }: Pick<RequestOf<'review-digest'>, 'average' | 'locale'>,
): Block[] {
  if (average === null || average.sources.length < 2) return [];
  const list = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' });
  const sources = list.format(average.sources.map((source) => sourceNames[source]));
  return [{ kind: 'note', text: fillText(texts.digest.combined, { sources }) }];
}

interface Comparison {
  now: number;
  before: number;
  /** With `{{number}}` for the figure before. */
  text: string;
  format: (value: number) => string;
}

/** An arrow by the printed figures, so that it never contradicts them. */
function compared({ now, before, text, format }: Comparison): Pick<MailFigure, 'arrow' | 'note'> {
  const arrow = format(now) === format(before) ? '=' : now > before ? '↑' : '↓';
  return { arrow, note: fillText(text, { number: format(before) }) };
}

const alone = { arrow: null, note: null } as const;

function presentReview(
  { texts, sourceNames }: WritingContext,
  review: ReviewFacts,
  href: string | null,
): MailReview {
  const { rating, text, authorName, locationName, source } = review;
  const names = [printableName(authorName), printableName(locationName), sourceNames[source]];
  return {
    stars: rating,
    verdict: verdictOf(texts, review),
    text: text === null ? null : stripUnsafeCharacters(text),
    by: names.filter((name) => name !== null).join(' · '),
    href,
  };
}

function verdictOf(
  texts: MailTexts,
  { rating, recommendation, source }: Pick<ReviewFacts, 'rating' | 'recommendation' | 'source'>,
): string | null {
  if (rating !== null) return fillText(texts.starsOfFive, { number: rating });
  if (recommendation === null) return null;
  const isPositive = recommendation === 'positive';
  if (source === 'first-party') return isPositive ? texts.thumbs.up : texts.thumbs.down;
  return isPositive ? texts.recommended : texts.notRecommended;
}

function percentFormat(locale: RequestOf<'new-review'>['locale']): (share: number) => string {
  const format = new Intl.NumberFormat(languageTag(locale), { style: 'percent' });
  return (share) => format.format(share);
}

function numberFormat(locale: RequestOf<'new-review'>['locale']): (value: number) => string {
  const format = new Intl.NumberFormat(languageTag(locale));
  return (value) => format.format(value);
}

function reviewLink(publicUrl: string, accountId: string, reviewId: string): string {
  return `${accountLink(publicUrl, '/reviews', accountId)}&review=${reviewId}`;
}
