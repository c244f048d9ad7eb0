import { languages } from '@kindling/contract/constants';
import { badgeLayouts } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { contrast } from '@kindling/design/color';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../testing/hostile-text.ts';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { paletteOf } from './palette.tsx';
import { glyphSets } from './picture/glyphs.gen.ts';
import { outline, outlineWidth, wrap } from './picture/outline.ts';
import { renderPicture } from './picture.tsx';
import { renderEmbed } from './render-embed.tsx';

const nothing = { shown: 0, total: 0, omitted: [], minimumRating: 1 };
const stars = makeFigure({ average: 4.64, count: 1300, url: null });
const thumbs = makeFigure({
  source: 'facebook',
  average: null,
  count: 44,
  recommended: 41,
  notRecommended: 1,
  url: 'https://www.facebook.com/1/reviews',
});

/** The texts of a badge without its footer. */
const wordsOf = (html: string): readonly string[] =>
  scanMarkup(html.slice(0, html.indexOf('<footer')) + endOf(html)).texts;
/** Closes what is open before the footer. */
const endOf = (html: string): string => html.slice(html.indexOf('</footer>') + '</footer>'.length);
const spoken = (html: string): string =>
  [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label).join('; ');

/** A strict XML parser: throws when the document is not well-formed. */
function readXml(svg: string): void {
  new Resvg(svg, { font: { loadSystemFonts: false } });
}

describe.each(badgeLayouts)('%s', (layout) => {
  const render = (fields: Partial<Snapshot>, settings: object = {}) =>
    renderEmbed(makeSnapshot(fields, { layout, ...settings })).html;

  it('shows each source separately, stars as stars and recommendations as text, and no review', () => {
    const html = render({
      figures: [stars, thumbs],
      reviews: [makeReview(0, { text: 'Nobody reads this in a badge.' })],
      disclosure: nothing,
    });
    scanMarkup(html);
    const said = `${wordsOf(html).join('; ')}; ${spoken(html)}`;
    for (const words of ['4.6', '1,300 reviews', '41 recommend', '1 does not recommend', '44 reviews'])
      expect(said).toContain(words);
    expect(said).toContain('Google');
    expect(said).toContain('Facebook');
    expect(html.match(/out of 5 stars/g)).toHaveLength(1);
    expect(html).not.toContain('Nobody reads this');
    expect(html).not.toContain('1,344');
    expect(html.match(/href="https:\/\/www\.facebook\.com\/1\/reviews"/g)).toHaveLength(1);
  });

  it('links to write a review when the settings ask for it and there is an address', () => {
    const writeUrl = 'https://search.google.com/local/writereview?placeid=1';
    const figures = [{ ...stars, writeUrl }, thumbs];
    expect(render({ figures }, { showWrite: true }).match(/Write a review on/g)).toHaveLength(1);
    expect(render({ figures })).not.toContain('Write a review on');
    const bad = [{ ...stars, writeUrl: 'javascript:alert(1)', url: 'http://example.com' }];
    expect(render({ figures: bad }, { showWrite: true }).match(/href="[^"]*"/g)).toEqual([
      'href="https://kindling.app/"',
    ]);
  });

  it('says that there are no reviews yet', () => {
    const said = (fields: Partial<Snapshot>) => {
      const html = render({ reviews: [], ...fields });
      return `${wordsOf(html).join(' ')} ${spoken(html)}`;
    };
    expect(said({ figures: [], disclosure: nothing })).toContain('No reviews yet');
    expect(said({ figures: [], disclosure: { ...nothing, total: 3 } })).toContain('No reviews to show');
    const empty = makeFigure({ average: null, count: 0 });
    expect(said({ figures: [empty], disclosure: nothing })).toContain('No reviews yet');
  });

  it('escapes hostile texts, in the page and in the picture', () => {
    for (const hostile of hostileTexts) {
      const snapshot = makeSnapshot(
        {
          businessName: hostile,
          figures: [makeFigure({ url: hostile, writeUrl: hostile })],
          brand: { name: hostile, url: 'https://kindling.app/' },
        },
        { layout, showWrite: true },
      );
      scanMarkup(renderEmbed(snapshot).html);
      if (layout === 'badge-picture' && hostile.length < 2000) readXml(renderPicture(snapshot));
    }
  });
});

describe('the picture', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const look = fc.record({
    theme: fc.constantFrom('light', 'dark', 'auto'),
    language: fc.constantFrom(...languages),
    accent: color,
    stars: color,
    text: fc.option(color),
    background: fc.option(color),
    line: fc.option(color),
    border: fc.integer({ min: 0, max: 3 }),
    radius: fc.integer({ min: 0, max: 24 }),
    textSize: fc.integer({ min: 12, max: 20 }),
  });
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const figure = fc.record({
    source: fc.constantFrom('google', 'facebook', 'first-party', 'import'),
    average: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
    count: fc.nat(10_000_000),
    recommended: fc.nat(100_000),
    notRecommended: fc.nat(100_000),
    url: fc.constant(null),
    writeUrl: fc.constant(null),
    histogram: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
  });

  it('is one well-formed drawing of known size with a title, for every style, without external resources', () => {
    const snapshots = fc.record({
      settings: look,
      figures: fc.uniqueArray(figure, { maxLength: 4, selector: (one) => one.source }),
      businessName: text,
      brand: text,
      count: fc.nat(500),
    });
    fc.assert(
      fc.property(snapshots, ({ settings, figures, businessName, brand, count }) => {
        const svg = renderPicture(
          makeSnapshot(
            {
              figures,
              businessName,
              brand: { name: brand, url: 'https://kindling.app/' },
              disclosure: {
                shown: 500,
                total: 500 + count,
                omitted: count > 0 ? [{ reason: 'location', count }] : [],
                minimumRating: 1,
              },
            },
            settings as object,
          ),
        );
        readXml(svg);
        expect(svg).not.toMatch(
          /NaN|undefined|<(script|image|foreignObject|use|a)\b| on\w+=|href|url\(|@import/,
        );
        const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
        expect(Number(width)).toBe(Math.round((320 * settings.textSize) / 15));
        expect(Number(height)).toBeGreaterThan(50);
        const [, desc = ''] = /<desc>(.*?)<\/desc>/s.exec(svg) ?? [];
        expect(/\d/.test(desc) || figures.length === 0).toBe(true);
        const words = /^[\s\S]*500/.test(desc.replaceAll(/\D/g, ''));
        if (count > 0) expect(words).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('describes everything that it draws, the disclosure included', () => {
    const svg = renderPicture(
      makeSnapshot({
        businessName: 'Ana & <Co>',
        figures: [stars, thumbs],
        disclosure: { shown: 42, total: 57, omitted: [{ reason: 'location', count: 15 }], minimumRating: 1 },
      }),
    );
    expect(svg).toContain('<title>Reviews of Ana &amp; &lt;Co&gt;</title>');
    expect(svg).toContain(
      '<desc>Google: 4.6 out of 5 stars, 1,300 reviews. Facebook: 41 recommend, 1 does not recommend, 44 reviews. ' +
        'Showing 42 of 57 reviews; 15 not shown: from other locations. Shown with Kindling</desc>',
    );
  });

  it('draws the disclosure: each of its lines is an outline', () => {
    const cut = {
      shown: 42,
      total: 57,
      omitted: [{ reason: 'location' as const, count: 15 }],
      minimumRating: 1,
    };
    const svg = renderPicture(makeSnapshot({ figures: [stars], disclosure: cut }));
    const path = outline('Shown with Kindling', 'text');
    const told = wrap('Showing 42 of 57 reviews; 15 not shown: from other locations', 276, 11, 'text');
    expect(told.length).toBeGreaterThan(1);
    for (const line of [...told.map((one) => outline(one, 'text')), path])
      expect(svg).toContain(`d="${line}"`);
    const whole = renderPicture(makeSnapshot({ figures: [stars], disclosure: nothing }));
    expect(whole).toContain(`d="${path}"`);
    expect(whole.length).toBeLessThan(svg.length);
  });

  it('follows the reader’s color scheme when the theme is automatic, with readable colors', () => {
    const snapshot = makeSnapshot({}, { theme: 'auto' });
    expect(renderPicture(snapshot).match(/<style>/g)).toHaveLength(1);
    expect(renderPicture(makeSnapshot({}, { theme: 'dark' }))).not.toContain('<style>');
    for (const theme of ['light', 'dark'] as const) {
      const { back, fore, muted, accent } = paletteOf(snapshot.settings, theme);
      for (const one of [fore, muted, accent]) expect(contrast(one, back)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('words as outlines', () => {
  it('have a glyph for every letter of the texts of all languages', async () => {
    for (const language of languages) {
      const texts = (await import(`../../../../locales/${language}/embed.json`, {
        with: { type: 'json' },
      })) as {
        default: Record<string, string>;
      };
      const letters = new Set(Object.values(texts.default).join(''));
      for (const glyphs of [glyphSets.text, glyphSets.strong])
        expect([...letters].filter((letter) => glyphs[letter] === undefined)).toEqual([]);
    }
  });

  it('wrap within the width and lose no letter', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9čćžšđ]{1,40}$/), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 300 }), (list, width) => {
        const broken = wrap(list.join(' '), width, 13, 'text');
        expect(broken.join('').replaceAll(' ', '')).toBe(list.join(''));
        for (const line of broken) expect(outlineWidth(line, 13, 'text')).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('have no outline for a letter without a glyph', () => {
    expect(outline('Жар', 'text')).toBeNull();
    expect(outline('constructor', 'text')).not.toBeNull();
  });
});
