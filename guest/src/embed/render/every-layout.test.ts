/** What is true for every widget and badge; browser tests check a few of them. */
import { embedLayouts, isBadge } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../kit/plain-text.ts';
import { hostileTexts } from '../../testing/hostile-text.ts';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderEmbed } from './render-embed.tsx';

const everyPart = { showHistogram: true, showWrite: true, dots: true, clampLines: 0, limit: 300 };

describe.each(embedLayouts)('%s', (layout) => {
  it('escapes hostile texts, in every field of every review', () => {
    const texts = hostileTexts.filter((text) => text.length < 5_000);
    const { html } = renderEmbed(
      makeSnapshot(
        {
          businessName: texts.at(-1) ?? '',
          brand: { name: '<img src=x onerror="alert(1)">', url: 'https://kindling.app/' },
          figures: texts.slice(0, 2).map((url) => makeFigure({ url, writeUrl: url })),
          reviews: texts.map((text, index) =>
            makeReview(index, {
              text,
              authorName: text,
              reply: { text, at: null },
              permalink: text,
              attribution: { authorUrl: text, flagUrl: text, mapsUrl: text },
            }),
          ),
        },
        { ...everyPart, layout, pageSize: 0 },
      ),
    );
    const found = new Set(scanMarkup(html).texts);
    // Badges hold no reviews.
    if (isBadge(layout)) return;
    const missing = texts.map(plainText).filter((text) => text !== '' && !found.has(text));
    expect(missing).toEqual([]);
  });

  it('says how many reviews are left out, and why', () => {
    const disclosure = {
      shown: 42,
      total: 57,
      omitted: [{ reason: 'rating' as const, count: 15 }],
      minimumRating: 3,
    };
    const { html } = renderEmbed(makeSnapshot({ disclosure }, { ...everyPart, layout }));
    expect(scanMarkup(html).texts.join(' ')).toContain(
      'Showing 42 of 57 reviews; 15 not shown: rated 1–2 stars',
    );
  });
});
