import { lookSettings } from '@kindling/contract/embed-looks';
import { embedLooks } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { filledWidth } from '../../kit/stars.tsx';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { splitPhrase } from './phrase.ts';
import { renderEmbed } from './render-embed.tsx';

const text = 'We came in late. The staff remembered us, and nobody rushed.';

describe('looks', () => {
  it.each(embedLooks)('%s marks and enlarges nothing in a review of a platform', (look) => {
    const draw = (source: 'google' | 'first-party') =>
      renderEmbed(makeSnapshot({ reviews: [makeReview(0, { source, text })] }, lookSettings[look])).html;
    const emphasis = new RegExp(`class="[^"]*\\b(${classNames.marked}|${classNames.ownWords})\\b`);
    expect(draw('google')).not.toMatch(emphasis);
    const own = ['marker', 'newspaper', 'editorial'].includes(look);
    expect(emphasis.test(draw('first-party'))).toBe(own);
  });

  it('marks one phrase and keeps the text as it was written', () => {
    expect(splitPhrase(text)).toEqual([
      '',
      'We came in late.',
      ' The staff remembered us, and nobody rushed.',
    ]);
    for (const one of [text, 'Good.', '', 'a,b;c', 'x'.repeat(500)])
      expect(splitPhrase(one).join('')).toBe(one);
  });

  it.each([
    [0, 0],
    [4, 80],
    [5, 100],
    [7, 100],
  ])('fills whole stars for %d', (rating, width) => {
    expect(filledWidth(rating)).toBe(width);
  });

  it('fills a part of a star by the width of the star', () => {
    // A star reaches from 1.3 to 18.7 of the 20 units of its step.
    expect(filledWidth(4.3)).toBe(86.5);
    expect(filledWidth(4.5)).toBe(90);
  });

  it('tells the figures of each platform in one line, in looks with such a header', () => {
    const { html } = renderEmbed(
      makeSnapshot({ figures: [makeFigure({ average: 4.7, count: 212 })] }, lookSettings.minimal),
    );
    expect(html).toContain('4.7 from 212 reviews');
  });

  it('sends the rules of its own look only', () => {
    const css = (look: (typeof embedLooks)[number]) => renderEmbed(makeSnapshot({}, lookSettings[look])).css;
    expect(css('neon')).toContain('text-shadow');
    expect(css('swiss')).toContain('counter(');
    expect(css('paper')).not.toMatch(/text-shadow|counter\(|color-mix/);
  });
});
