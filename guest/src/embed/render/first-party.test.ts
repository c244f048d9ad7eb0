/** First-party reviews in embeds: thumbs are no stars, invited ones say so, and "How we ask" is always linked. */
import { languages } from '@kindling/contract/constants';
import { embedLayouts, isBadge } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../kit/texts.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { describeFigures } from './badge-facts.ts';
import { renderEmbed } from './render-embed.tsx';
import { renderSchema } from './schema.tsx';

const page = 'https://kindling.app/r/harbour-street-bakery';
const own = makeFigure({
  source: 'first-party',
  average: 4.2,
  count: 12,
  recommended: 43,
  notRecommended: 2,
  url: page,
  writeUrl: 'https://kindling.app/c/harbour-street-bakery',
  histogram: [1, 0, 1, 3, 7],
});
const howWeAsk = [{ businessName: 'Harbour Street Bakery', url: `${page}/how-we-ask` }];
const reviews = [
  makeReview(0, { source: 'first-party', rating: null, recommendation: 'positive', text: 'Warm bread.' }),
  makeReview(1, { source: 'first-party', rating: null, recommendation: 'negative', text: null }),
  makeReview(2, { source: 'first-party', rating: 5, invited: true }),
];
const figures = [own];
const snapshotOf = (settings: object) =>
  makeSnapshot({ figures, howWeAsk, reviews, firstParty: { average: 4.2, count: 12 } }, settings);

describe('first-party reviews in embeds', () => {
  it.each(embedLayouts)('%s tells thumbs as a sum, links "How we ask" and the page to write at', (layout) => {
    const { html } = renderEmbed(snapshotOf({ layout, showWrite: true }));
    expect(html).not.toMatch(/recommend|verif/i);
    if (layout !== 'floating' && layout !== 'toast') expect(html).toContain('43 of 45 thumbs up');
    expect(html).toContain(`<a href="${page}/how-we-ask"`);
    expect(html).toContain('href="https://kindling.app/c/harbour-street-bakery"');
    expect(html).toContain('>Write a review<');
  });

  it.each(embedLayouts.filter((layout) => !isBadge(layout)))(
    '%s words thumbs as thumbs, and explains who was invited',
    (layout) => {
      const { html } = renderEmbed(snapshotOf({ layout }));
      expect(html).toContain('Thumbs up');
      expect(html).toContain('Thumbs down');
      expect(html.match(/>Invited by the business</g)).toHaveLength(1);
      expect(html).toContain('came through a personal invitation. It says nothing about the content.');
      const without = renderEmbed(makeSnapshot({}, { layout })).html;
      expect(without).not.toMatch(/invit|how-we-ask/i);
    },
  );

  it('counts stars and thumbs apart, in every language', () => {
    for (const language of languages) {
      const texts = textsOf(language);
      const thumbsOnly = { ...own, average: null, count: 0 };
      const said = describeFigures(makeSnapshot({ figures: [own] }, { language }), texts);
      expect(said).toContain(texts.plural('starRatings', 12));
      expect(said).toContain(texts.plural('thumbs', 45, { up: 43 }));
      const alone = describeFigures(makeSnapshot({ figures: [thumbsOnly] }, { language }), texts);
      expect(alone).toContain(texts.plural('thumbs', 45, { up: 43 }));
      expect(alone).not.toContain(texts.plural('reviews', 0));
    }
  });

  it('names the business where several collect reviews', () => {
    const two = [
      ...howWeAsk,
      { businessName: 'Corner Café', url: 'https://kindling.app/r/corner/how-we-ask' },
    ];
    const { html } = renderEmbed(makeSnapshot({ figures, howWeAsk: two, reviews }));
    expect(html).toContain('>How Harbour Street Bakery asks for reviews<');
    expect(html).toContain('>How Corner Café asks for reviews<');
  });

  it('marks up no thumb as a rating', () => {
    const schema = JSON.parse(renderSchema(snapshotOf({})) ?? '{}') as { review: unknown[] };
    expect(schema.review).toHaveLength(1);
  });
});
