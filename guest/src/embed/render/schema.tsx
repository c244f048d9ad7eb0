/**
 * Structured data for a business's own pages.
 *
 * First-party reviews only: search engines forbid marking up reviews from other sites. The average is that of all of
 * them, whatever this embed leaves out. The type is `Organization`, which is valid with only a name; `LocalBusiness`
 * needs an address, which we may not publish.
 */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { displayName } from '../../kit/author.ts';
import { inlineJson } from '../../kit/inline-json.ts';
import { plainText } from '../../kit/plain-text.ts';
import { textsOf } from '../../kit/texts.ts';

const stars = { bestRating: 5, worstRating: 1 } as const;

/** A JSON-LD document, or null when the embed shows no first-party review with stars. */
export function renderSchema(snapshot: Snapshot): string | null {
  const { businessName, firstParty, reviews } = snapshot;
  const own = reviews.filter(({ source, rating }) => source === 'first-party' && rating !== null);
  const name = plainText(businessName);
  if (!firstParty || own.length === 0 || name === '') return null;
  return inlineJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Math.round(firstParty.average * 10) / 10,
      ratingCount: firstParty.count,
      ...stars,
    },
    review: own.map((review) => reviewOf(review, snapshot)),
  });
}

/** The element to paste into a page. Nothing in the result of `renderSchema` can end a script. */
export function schemaElement(schema: string): string {
  return `<script type="application/ld+json">${schema}</script>`;
}

/** Names and dates as the embed shows them: structured data must match what visitors see. */
function reviewOf(review: SnapshotReview, { settings }: Snapshot) {
  const { authorName, rating, text, writtenAt, dateBasis } = review;
  const name = displayName(authorName, settings.author) ?? textsOf(settings.language).text('anonymous');
  const body = plainText(text ?? '');
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name },
    reviewRating: { '@type': 'Rating', ratingValue: rating, ...stars },
    ...(body === '' ? {} : { reviewBody: body }),
    ...(settings.date === 'none' || dateBasis !== undefined ? {} : { datePublished: writtenAt.slice(0, 10) }),
  };
}
