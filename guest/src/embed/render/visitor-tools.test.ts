import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { embedLayouts } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { clientScriptOf } from './client-script.tsx';
import { renderEmbed } from './render-embed.tsx';
import { reserveHeight } from './reserve.tsx';

const reviews = [
  makeReview(0, { source: 'import' }),
  makeReview(1, { source: 'facebook', rating: null, recommendation: 'positive' }),
  makeReview(2),
  makeReview(3),
  makeReview(4, { source: 'first-party' }),
];
const figures = [makeFigure(), makeFigure({ source: 'facebook', average: null, count: 44 })];
const snapshotOf = (settings: Partial<EmbedSettings>, shown = reviews) =>
  makeSnapshot({ figures, reviews: shown }, settings);
const draw = (settings: Partial<EmbedSettings>, shown = reviews) =>
  renderEmbed(snapshotOf(settings, shown)).html;
/** Value, state and words of each button. */
const tabsIn = (html: string) =>
  Array.from(
    html.matchAll(/<button type="button" value="([a-z-]*)" aria-pressed="(\w+)">(.*?)<\/button>/g),
    ([, value, pressed, inside = '']) => [value, pressed, scanMarkup(inside).texts.join('')],
  );

describe('tabs by source', () => {
  it('count what the widget shows, in the order of the figures, and begin with all', () => {
    expect(tabsIn(draw({ sourceTabs: true }))).toEqual([
      ['', 'true', 'All 5'],
      ['google', 'false', 'Google 2'],
      ['facebook', 'false', 'Facebook 1'],
      ['import', 'false', 'Imported reviews 1'],
      ['first-party', 'false', 'Direct reviews 1'],
    ]);
  });

  it.each(embedLayouts)('are in layouts that list reviews only: %s', (layout) => {
    const listing = ['list', 'grid', 'masonry', 'wall'].includes(layout);
    expect(tabsIn(draw({ sourceTabs: true, layout })).length > 0).toBe(listing);
    expect(draw({ sourceTabs: true, layout }).includes('data-source')).toBe(listing);
    expect(clientScriptOf(snapshotOf({ sourceTabs: true, layout })) === 'searching').toBe(listing);
    expect(tabsIn(draw({ layout }))).toEqual([]);
  });

  it('are left out where all reviews are from one source', () => {
    const google = reviews.filter(({ source }) => source === 'google');
    expect(draw({ sourceTabs: true }, google)).not.toContain('<search');
  });

  it('stand in for the filter by source, above the other fields', () => {
    const both = draw({ sourceTabs: true, visitorTools: true });
    expect(both.match(/data-tool="\w+"/g)).toEqual(['data-tool="stars"', 'data-tool="order"']);
    expect(both.indexOf('aria-pressed')).toBeLessThan(both.indexOf('data-tool'));
    expect(draw({ visitorTools: true })).toContain('data-tool="source"');
    expect(draw({ sourceTabs: true })).not.toContain('data-tool');
  });

  it('have their room reserved', () => {
    const heightOf = (settings: Partial<EmbedSettings>) => reserveHeight(snapshotOf(settings)).wide;
    const [none, tabs, fields, both] = [
      heightOf({}),
      heightOf({ sourceTabs: true }),
      heightOf({ visitorTools: true }),
      heightOf({ sourceTabs: true, visitorTools: true }),
    ];
    expect(tabs).toBeGreaterThan(none + 2 * 15);
    expect(both).toBeGreaterThan(Math.max(tabs, fields) + 2 * 15);
  });
});
