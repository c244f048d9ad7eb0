import { embedLayouts } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../testing/hostile-text.ts';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeSnapshot } from '../../testing/snapshots.ts';
import { clientScriptOf } from './client-script.tsx';
import { layouts } from './layouts.ts';
import { renderEmbed } from './render-embed.tsx';
import { reserveHeight } from './reserve.tsx';

const nothing = {
  figures: [],
  reviews: [],
  disclosure: { shown: 0, total: 0, omitted: [], minimumRating: 1 },
};
const google = {
  source: 'google',
  name: 'Harbour Street Bakery',
  url: 'https://maps.google.com/?cid=1',
} as const;
const facebook = { ...google, source: 'facebook', url: 'https://www.facebook.com/bakery' } as const;

describe('an embed whose plan ended', () => {
  it.each(embedLayouts)('is only plain links, %s', (layout) => {
    const links = [google, facebook, { ...google }];
    const snapshot = makeSnapshot(
      { ...nothing, lapsed: { links } },
      { layout, date: 'relative', pageSize: 3 },
    );
    const { html, css } = renderEmbed(snapshot);
    const { texts } = scanMarkup(html);
    expect(texts).toEqual([
      'Reviews of Harbour Street Bakery · Google',
      'Reviews of Harbour Street Bakery · Facebook',
    ]);
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${google.url}"`, `href="${facebook.url}"`]);
    expect(css).not.toMatch(/undefined|NaN/);
    expect(['embed', 'paged']).toContain(clientScriptOf(snapshot));
    const { narrow, wide } = reserveHeight(snapshot);
    if (layouts[layout].fixed) expect(narrow).toBe(0);
    else expect(wide).toBeGreaterThan(50);
  });

  it('is in the language of the embed', () => {
    const { html } = renderEmbed(
      makeSnapshot({ ...nothing, lapsed: { links: [google] } }, { language: 'de' }),
    );
    expect(scanMarkup(html).texts).toEqual(['Bewertungen für Harbour Street Bakery · Google']);
  });

  it.each(hostileTexts.map((hostile, index) => [index, hostile] as const))(
    'keeps hostile text %# a text, and links to no such address',
    (_, hostile) => {
      const links = [
        { ...google, name: hostile },
        { ...facebook, url: hostile },
      ];
      const { html } = renderEmbed(makeSnapshot({ ...nothing, businessName: hostile, lapsed: { links } }));
      // Lets no address through but https.
      scanMarkup(html);
      expect(html).toContain(`<a href="${google.url}"`);
    },
  );

  it('is empty without any link', () => {
    const { html } = renderEmbed(makeSnapshot({ ...nothing, lapsed: { links: [] } }));
    expect(scanMarkup(html).texts).toEqual([]);
  });
});
