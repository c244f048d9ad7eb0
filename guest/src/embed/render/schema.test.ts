import Validator from '@adobe/structured-data-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../../testing/hostile-text.ts';
import vocabulary from '../../testing/schema-org.json' with { type: 'json' };
import { makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderSchema, schemaElement } from './schema.tsx';

const own = (index: number, fields = {}) =>
  makeReview(index, { source: 'first-party', rating: 4, ...fields });
const firstParty = { average: 3.456, count: 57 };

function parsed(schema: string | null) {
  return JSON.parse(schema ?? 'null') as Record<string, unknown> & { review: Record<string, unknown>[] };
}

/** Errors by the vocabulary and by the rules of search engines; other warnings are recommendations. */
async function faultsOf(schema: string | null): Promise<unknown[]> {
  const data = parsed(schema);
  const jsonld = { [String(data['@type'])]: [data] };
  const issues = await new Validator(vocabulary).validate({ jsonld });
  return issues.filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg');
}

describe('structured data', () => {
  test('contains the first-party reviews, and the average of all of them', () => {
    const snapshot = makeSnapshot({
      firstParty,
      reviews: [
        own(0, { authorName: 'Anna Schmidt', text: 'Warm bread.', rating: 5 }),
        makeReview(1, { source: 'google', text: 'From elsewhere' }),
        makeReview(2, { source: 'import', text: 'Brought along' }),
        own(3, { text: null, rating: 2 }),
        own(4, { rating: null, recommendation: 'positive' }),
      ],
    });
    expect(parsed(renderSchema(snapshot))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Harbour Street Bakery',
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: 3.5,
        ratingCount: 57,
        bestRating: 5,
        worstRating: 1,
      },
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Anna Schmidt' },
          reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
          reviewBody: 'Warm bread.',
          datePublished: '2026-10-28',
        },
        expect.objectContaining({ reviewRating: expect.objectContaining({ ratingValue: 2 }) }),
      ],
    });
  });

  test('is missing without first-party reviews', () => {
    expect(renderSchema(makeSnapshot())).toBeNull();
    expect(renderSchema(makeSnapshot({ firstParty }))).toBeNull();
    expect(renderSchema(makeSnapshot({ reviews: [own(0)] }))).toBeNull();
    expect(renderSchema(makeSnapshot({ firstParty, reviews: [own(0)], businessName: ' ' }))).toBeNull();
    expect(renderSchema(makeSnapshot({ firstParty, reviews: [own(0, { rating: null })] }))).toBeNull();
  });

  test('has the names and dates that visitors see', () => {
    const reviews = [own(0, { authorName: 'Margaret Featherstone' })];
    const shown = (settings: object) =>
      parsed(renderSchema(makeSnapshot({ firstParty, reviews }, settings))).review[0] ?? {};
    expect(shown({ author: 'short' }).author).toEqual({ '@type': 'Person', name: 'Margaret F.' });
    expect(shown({ author: 'hidden', language: 'de' }).author).toEqual({ '@type': 'Person', name: 'Anonym' });
    expect(shown({ date: 'none' })).not.toHaveProperty('datePublished');
  });

  test('is valid by the vocabulary, whatever the settings', async () => {
    const reviews = [own(0), own(1, { text: null, authorName: null }), own(2, { authorName: ' ' })];
    for (const settings of [{}, { author: 'hidden' as const, date: 'none' as const }])
      expect(await faultsOf(renderSchema(makeSnapshot({ firstParty, reviews }, settings)))).toEqual([]);
  });

  test('the validator of these tests finds errors', async () => {
    const good = parsed(renderSchema(makeSnapshot({ firstParty, reviews: [own(0)] })));
    for (const change of [
      { name: undefined },
      { color: 'red' },
      { aggregateRating: { '@type': 'AggregateRating', ratingValue: 9, bestRating: 5, ratingCount: 1 } },
      { aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 } },
      { review: [{ '@type': 'Review', reviewRating: { '@type': 'Rating', ratingValue: 5 } }] },
    ])
      expect
        .soft(await faultsOf(JSON.stringify({ ...good, ...change })), JSON.stringify(change))
        .not.toEqual([]);
  });

  test('no text ends the element, and every text is unchanged', () => {
    const element = (text: string) =>
      schemaElement(
        renderSchema(
          makeSnapshot({
            firstParty,
            reviews: [own(0, { text, authorName: text })],
            businessName: `x${text}`,
          }),
        ) ?? '',
      );
    const holds = (text: string) => {
      const inner = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(element(text))?.[1] ?? '';
      expect(inner).not.toMatch(/[<>&\u2028\u2029]/);
      expect(parsed(inner).review).toHaveLength(1);
    };
    for (const text of hostileTexts) holds(text);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), holds));
  });
});
