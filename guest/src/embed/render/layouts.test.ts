import { type Language, languages } from '@kindling/contract/constants';
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderEmbed } from './render-embed.tsx';
import { reserveHeight } from './reserve.tsx';

const standing = ['list', 'grid', 'masonry', 'summary', 'sidebar', 'wall'] as const;
const inColumns = ['masonry', 'wall'] as const;
type Settings = Partial<EmbedSettings>;

const some = (count: number) =>
  Array.from({ length: count }, (_, index) => makeReview(index, { text: `Text ${index}.` }));
const draw = (count: number, settings: Settings) =>
  renderEmbed(makeSnapshot({ reviews: some(count) }, settings)).html;
const cardsOf = (html: string): string[] =>
  scanMarkup(html).texts.filter((text) => /^Text \d+\.$/.test(text));

describe.each(standing)('the %s layout', (layout) => {
  it.each([0, 1, 3, 300])('shows each of %d reviews once, in the given order', (count) => {
    for (const pageSize of [0, 7]) {
      const html = draw(count, { layout, pageSize });
      expect(cardsOf(html)).toEqual(some(count).map(({ text }) => text));
      expect(html.match(/<article/g) ?? []).toHaveLength(count);
    }
  });

  it('puts further pages behind buttons with the number of reviews', () => {
    const folds = (count: number) =>
      scanMarkup(draw(count, { layout, pageSize: 5, clampLines: 0 })).texts.filter((text) =>
        text.startsWith('Show '),
      );
    expect(folds(12)).toEqual(['Show 5 more', 'Show 2 more']);
    expect(folds(5)).toEqual([]);
  });

  it('has the disclosure even without header and reviews', () => {
    const omitted = [{ reason: 'rating' as const, count: 9 }];
    const { html } = renderEmbed(
      makeSnapshot(
        { reviews: [], disclosure: { shown: 0, total: 9, omitted, minimumRating: 4 } },
        { layout, showHeader: false },
      ),
    );
    expect(html).toContain('Showing 0 of 9 reviews; 9 not shown: rated 1–3 stars');
    expect(html).not.toContain('<header');
  });
});

describe('columns', () => {
  it.each(['grid', ...inColumns] as const)(
    'has no more columns in %s than the settings or the cards allow',
    (layout) => {
      const cap = (count: number, settings: Settings) =>
        new RegExp(`class="${classNames.cards} (\\w+)"`).exec(draw(count, { layout, ...settings }))?.[1];
      // A grid fills its rows: five columns would leave two of twelve cards.
      expect(cap(12, {})).toBe(layout === 'grid' ? classNames.mostColumns4 : classNames.mostColumns6);
      expect(cap(6, {})).toBe(layout === 'grid' ? classNames.mostColumns3 : classNames.mostColumns6);
      expect(cap(12, { columns: 2 })).toBe(classNames.mostColumns2);
      expect(cap(3, {})).toBe(classNames.mostColumns3);
      expect(cap(12, { pageSize: 4 })).toBe(
        layout === 'grid' ? classNames.mostColumns2 : classNames.mostColumns4,
      );
      expect(cap(1, { columns: 5 })).toBe(classNames.mostColumns1);
    },
  );

  it.each(inColumns)('starts each column of %s at a computed card', (layout) => {
    const html = draw(12, { layout, columns: 4 });
    const lists = Array.from(html.matchAll(/class="([^"]*)"/g), ([, list = '']) => list.split(' '));
    const starts = (name: string) => lists.filter((list) => list.includes(name)).length;
    expect([classNames.columnStart2, classNames.columnStart3, classNames.columnStart4].map(starts)).toEqual([
      1, 2, 3,
    ]);
    expect([classNames.columnStart5, classNames.columnStart6].map(starts)).toEqual([0, 0]);
  });

  it('starts new columns after about two dozen cards, so that the first row is recent', () => {
    const blocks = (count: number) =>
      draw(count, { layout: 'wall' })
        .split(`class="${classNames.cards} `)
        .slice(1)
        .map((block) => block.match(/<article/g)?.length);
    expect(blocks(24)).toEqual([24]);
    expect(blocks(49)).toEqual([25, 24]);
    expect(Math.max(...blocks(300).map(Number))).toBeLessThanOrEqual(36);
  });
});

describe('the summary layout', () => {
  const facebook = makeFigure({
    source: 'facebook',
    average: null,
    count: 250,
    recommended: 249,
    notRecommended: 1,
    histogram: [0, 0, 0, 0, 0],
  });
  const header = (language: EmbedSettings['language']) => {
    const { html } = renderEmbed(
      makeSnapshot({ figures: [makeFigure(), facebook] }, { layout: 'summary', language }),
    );
    return html.slice(html.indexOf('<header'), html.indexOf('</header>') + '</header>'.length);
  };

  it('shows the figures of each platform separately, with bars for stars and recommendations', () => {
    const drawn = header('en');
    expect(scanMarkup(drawn).texts.slice(0, 3)).toEqual(['Google', '4.6', '300 reviews']);
    expect(drawn).toContain('aria-label="5 out of 5 stars: 220 reviews"');
    expect(drawn).toContain('aria-label="249 recommend"');
    expect(drawn).toContain('aria-label="1 does not recommend"');
    expect(drawn.match(/<li/g)).toHaveLength(7);
  });

  it('never rounds a share up to 100 %', () => {
    expect(scanMarkup(header('en')).texts).toContain('99%');
    expect(scanMarkup(header('de')).texts).toContain('99\u00a0%');
  });

  it('shows at most three lines of a text, and full texts when the settings ask for them', () => {
    const long = makeReview(0, { text: 'word '.repeat(60), reply: null });
    const folds = (clampLines: number) =>
      renderEmbed(makeSnapshot({ reviews: [long] }, { layout: 'summary', clampLines })).html.includes(
        '<details',
      );
    expect(folds(20)).toBe(true);
    expect(folds(0)).toBe(false);
  });
});

describe('reserved height by the width of the slot', () => {
  it('is enough for each language of an embed that follows its page', () => {
    const makeIn = (language: Language, followsPageLanguage: boolean) =>
      reserveHeight(makeSnapshot({}, { layout: 'list', showWrite: true, language, followsPageLanguage }));
    const following = makeIn('en', true);
    const each = languages.map((language) => makeIn(language, false));
    expect(following.narrow).toBe(Math.max(...each.map(({ narrow }) => narrow)));
    expect(following.narrow).toBeGreaterThan(Math.min(...each.map(({ narrow }) => narrow)));
  });

  it('grows with the width only when one more column makes the cards narrower, and then by little', () => {
    const snapshot = makeSnapshot({}, { layout: 'grid' });
    const { slots = [], narrow, wide } = reserveHeight(snapshot);
    expect(slots.length).toBeGreaterThan(2);
    const heights = slots.map(({ height }) => height);
    const { textSize } = snapshot.settings;
    const columns = [35, 53, 71, 89, 107].map((tier) => tier * textSize);
    for (const [index, height] of heights.entries()) {
      const narrower = heights[index - 1] ?? height;
      if (height <= narrower) continue;
      expect(height).toBeLessThan(1.1 * narrower);
      const from = slots[index - 1]?.below ?? 0;
      expect(columns.some((edge) => Math.abs(edge - from) < 3)).toBe(true);
    }
    expect(slots.map(({ below }) => below)).toEqual(
      slots.map(({ below }) => below).toSorted((one, other) => one - other),
    );
    expect(narrow).toBeGreaterThanOrEqual(wide);
  });
});
