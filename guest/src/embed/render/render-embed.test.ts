import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { languages } from '@kindling/contract/constants';
import { lookSettings } from '@kindling/contract/embed-looks';
import { embedLooks, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { omissionReasons, type Snapshot } from '@kindling/contract/embeds';
import { languageFacts } from '@kindling/locales/languages.ts';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../kit/plain-text.ts';
import { styleConstants } from '../../style-names.ts';
import { anySnapshot } from '../../testing/arbitraries.ts';
import demoEmbed from '../../testing/demo-embed.json' with { type: 'json' };
import { hostileTexts } from '../../testing/hostile-text.ts';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { runsEverything } from '../../testing/scope.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { clientScriptOf } from './client-script.tsx';
import { renderDocument } from './document.tsx';
import { flatMarkup } from './flat-markup.tsx';
import { layouts } from './layouts.ts';
import { renderEmbed } from './render-embed.tsx';
import { pastedElement, reserveHeight } from './reserve.tsx';
import { reservedHeightAt } from './reserve-length.tsx';
import { renderScript } from './script.tsx';

const footerOf = (html: string): readonly string[] =>
  scanMarkup(html.slice(html.indexOf('<footer'), html.lastIndexOf('</footer>') + '</footer>'.length)).texts;

describe('renderEmbed', () => {
  it('renders every snapshot to allowed markup, with the disclosure exactly when something is left out or put first', () => {
    fc.assert(
      fc.property(anySnapshot, (one) => {
        const { html, css } = renderEmbed(one);
        scanMarkup(html);
        expect(css).not.toMatch(/url\(|@import|undefined|NaN/);
        const footer = footerOf(html);
        const { omitted, picked = 0, pinned = 0 } = one.disclosure;
        const isDisclosed = omitted.length > 0 || picked + pinned > 0;
        const isNoted = isDisclosed || one.howWeAsk || one.reviews.some(({ invited }) => invited);
        expect(footer.length > 1).toBe(Boolean(isNoted));
        if (isDisclosed) expect(footer[0]).toMatch(/\d/);
        for (const { url } of one.howWeAsk ?? []) expect(html).toContain(`href="${url}"`);
        expect(footer.join(' ')).not.toMatch(/[{}]/);
        const { narrow, wide } = reserveHeight(one);
        expect(narrow).toBeGreaterThanOrEqual(wide);
        // A fixed layout reserves no space; all others do.
        if (layouts[one.settings.layout].fixed) expect(narrow).toBe(0);
        else expect(wide).toBeGreaterThan(0);
      }),
      { numRuns: runsEverything ? 300 : 40 },
    );
  });

  it.each(languages)('renders in %s and claims no verification of reviews', (language) => {
    const every = omissionReasons.map((reason, index) => ({ reason, count: index + 101 }));
    const { html } = renderEmbed(
      makeSnapshot(
        {
          reviews: [
            makeReview(0, { authorName: null, text: 'x '.repeat(400), reply: { text: 'y', at: null } }),
            makeReview(1, { rating: null, recommendation: 'negative', text: null }),
          ],
          disclosure: { shown: 2, total: 30, omitted: every, minimumRating: 3, picked: 71, pinned: 72 },
        },
        { language },
      ),
    );
    expect(html).not.toMatch(/verif|vérif|geprüft|geverifieerd|provere/i);
    expect(html).toContain(`lang="${languageFacts[language].tag}"`);
    const disclosure = footerOf(html)[0] ?? '';
    for (const number of [2, 30, 71, 72, ...every.map(({ count }) => count)])
      expect(disclosure).toMatch(new RegExp(`\\b${number}\\b`));
  });

  it.each(hostileTexts.map((hostile, index) => [index, hostile] as const))(
    'keeps hostile text %# a text, in every field',
    (_, hostile) => {
      const { html } = renderEmbed(
        makeSnapshot(
          {
            businessName: hostile,
            figures: [makeFigure({ url: hostile, writeUrl: hostile })],
            reviews: [
              makeReview(0, {
                authorName: hostile,
                text: hostile,
                reply: { text: hostile, at: null, from: hostile },
                permalink: hostile,
                attribution: { authorUrl: hostile, flagUrl: hostile, mapsUrl: hostile },
              }),
            ],
            brand: { name: hostile, url: 'https://kindling.app/' },
          },
          { author: 'full' },
        ),
      );
      const { texts } = scanMarkup(html);
      const expected = plainText(hostile);
      const times = texts.filter((found) => found === expected).length;
      if (expected !== '') expect(times).toBeGreaterThanOrEqual(2);
    },
  );

  it('names who replied: the location, or the business for an older snapshot', () => {
    const reply = { text: 'Thank you', at: null };
    const reviews = [
      makeReview(0, { reply: { ...reply, from: 'Linden Bakery North' } }),
      makeReview(1, { reply }),
    ];
    const { html } = renderEmbed(
      makeSnapshot({ businessName: 'Linden Bakery', reviews }, { showReplies: true }),
    );
    expect(html.match(/Reply from [^<]+/g)).toEqual([
      'Reply from Linden Bakery North',
      'Reply from Linden Bakery',
    ]);
  });

  it('lets only colors and numbers of the schema into the style sheet', () => {
    for (const hostile of ['red;}', '#12345', '#1234567', 'url(x)', '#12345g']) {
      expect(embedSettingsSchema.safeParse({ accent: hostile }).success).toBe(false);
      expect(embedSettingsSchema.safeParse({ stars: hostile }).success).toBe(false);
    }
  });

  it('says that there are no reviews yet only when there are none', () => {
    const none = { shown: 0, total: 0, omitted: [], minimumRating: 1 };
    const filtered = {
      ...none,
      total: 3,
      omitted: [{ reason: 'rating' as const, count: 3 }],
      minimumRating: 5,
    };
    expect(renderEmbed(makeSnapshot({ reviews: [], disclosure: none })).html).toContain('No reviews yet');
    const { html } = renderEmbed(makeSnapshot({ reviews: [], disclosure: filtered }));
    expect(html).not.toContain('No reviews yet');
    expect(html).toContain('Showing 0 of 3 reviews; 3 not shown: rated 1–4 stars');
  });

  it('shows each source with its own figures and combines none', () => {
    const { html } = renderEmbed(
      makeSnapshot({
        figures: [
          makeFigure({ average: 4.64, count: 1300, url: null }),
          makeFigure({
            source: 'facebook',
            average: null,
            count: 44,
            recommended: 41,
            notRecommended: 1,
            url: null,
          }),
        ],
      }),
    );
    const { texts } = scanMarkup(html.slice(html.indexOf('<header'), html.indexOf('</header>') + 9));
    expect(texts).toEqual([
      'Google',
      '4.6',
      '1,300 reviews',
      'Facebook',
      '44 reviews',
      '41 recommend',
      '1 does not recommend',
    ]);
    expect(html).toContain('aria-label="4.6 out of 5 stars"');
  });

  it('shows the attribution that a platform requires, whatever the settings say', () => {
    const attribution = {
      authorUrl: 'https://www.google.com/maps/contrib/1/reviews',
      flagUrl: 'https://www.google.com/local/review/rap/report?postId=1',
      mapsUrl: 'https://www.google.com/maps/reviews/1',
    };
    const review = makeReview(0, { authorName: 'Ana Jovanović', attribution });
    const { html } = renderEmbed(makeSnapshot({ figures: [], reviews: [review] }, { author: 'hidden' }));
    const outward = 'target="_blank" rel="noopener nofollow ugc"';
    expect(html).toContain(`<a href="${attribution.authorUrl}" ${outward}>Ana Jovanović</a>`);
    expect(html).toContain(`<a href="${attribution.mapsUrl}" ${outward}>Google Maps</a>`);
    expect(html).toContain(`<a href="${attribution.flagUrl}" ${outward}>Report</a>`);
    const plain = renderEmbed(makeSnapshot({ reviews: [makeReview(0)] }));
    expect(plain.html).not.toContain('Google Maps');
  });

  it.each(['http://example.com', 'javascript:alert(1)', '//example.com', 'https://a:b@c.de', ''])(
    'shows name and source without a link when the address is %j',
    (bad) => {
      const attribution = { authorUrl: bad, flagUrl: bad, mapsUrl: bad };
      const review = makeReview(0, { authorName: 'Ana Jovanović', attribution });
      const { html } = renderEmbed(makeSnapshot({ figures: [], reviews: [review] }));
      expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://kindling.app/"']);
      const { texts } = scanMarkup(html);
      expect(texts).toContain('Ana Jovanović');
      expect(texts).toContain('Google Maps');
      expect(texts).not.toContain('Report');
    },
  );

  it('shows the photo of an author over the initials, if there is one and the settings ask for it', () => {
    const photo =
      'https://kindling.app/a/k3v9xq2mzt/00000000-0000-4000-8000-000000000000-AAAAAAAAAAAAAAAA.webp';
    const reviews = [makeReview(0, { photo }), makeReview(1)];
    const { html } = renderEmbed(makeSnapshot({ reviews }, { photo: 'photo' }));
    expect(html).toMatch(
      new RegExp(
        `aria-hidden="true">BB<img class="${classNames.avatarPhoto}" src="${photo}" alt="" loading="lazy" decoding="async"/></span>`,
      ),
    );
    expect(html.match(/<img/g)).toHaveLength(1);
    // React adds preload links for images that are not lazy, which are invalid here.
    expect(html).not.toContain('<link');
    expect(renderEmbed(makeSnapshot({ reviews }, { photo: 'none' })).html).not.toContain('<img');
  });

  it('links to https only', () => {
    const links = (permalink: string) =>
      renderEmbed(makeSnapshot({ figures: [], reviews: [makeReview(0, { permalink })] })).html.match(
        /href="[^"]*"/g,
      );
    expect(links('https://example.com/r?a=1&b=2')).toEqual([
      'href="https://example.com/r?a=1&amp;b=2"',
      'href="https://kindling.app/"',
    ]);
    for (const bad of ['http://example.com', 'javascript:alert(1)', '//example.com', 'https://a:b@c.de', ''])
      expect(links(bad)).toEqual(['href="https://kindling.app/"']);
  });
});

describe('what is sent', () => {
  const client = buildSync({
    entryPoints: ['embed', 'paged', 'moving', 'opening', 'searching', 'arriving', 'frame'].map((name) =>
      fileURLToPath(new URL(`../client/${name}.ts`, import.meta.url)),
    ),
    outdir: 'out',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    define: { ...styleConstants },
  });
  const [embed = '', paged = '', moving = '', opening = '', searching = '', arriving = '', frame = ''] =
    client.outputFiles.map((file) => file.text);

  it('the default list of twelve real reviews is at most 4 KB of brotli', () => {
    expect(sizeOf({})).toBeLessThanOrEqual(4096);
  });

  it.each([
    { layout: 'carousel' },
    { layout: 'carousel', dots: true, autoplay: true },
    { layout: 'marquee', autoplay: true },
    { layout: 'spotlight', dots: true, autoplay: true },
    { layout: 'floating' },
    { layout: 'toast', autoplay: true },
    { layout: 'mosaic' },
  ] as const)('layouts that move, open or arrive are at most 2 KB larger, %j', (settings) => {
    expect(sizeOf(settings)).toBeLessThanOrEqual(4096 + 2048);
  });

  it.each(embedLooks)('the list in the look %s, with its own settings, costs little more', (look) => {
    const settings = lookSettings[look];
    expect(sizeOf(settings) - sizeOf({})).toBeLessThanOrEqual(300);
    // The twelve reviews of the demo are in four languages and of two platforms, some with a reply and links of their own.
    expect(sizeOf(settings, demoEmbed as Partial<Snapshot>)).toBeLessThanOrEqual(
      4096 + (look === 'paper' ? 140 : 420),
    );
  });

  function sizeOf(settings: Parameters<typeof makeSnapshot>[1], fields: Partial<Snapshot> = {}): number {
    const snapshot = makeSnapshot(fields, settings);
    const clients = { embed, paged, moving, opening, searching, arriving };
    const script = renderScript(snapshot, clients[clientScriptOf(snapshot)]);
    return brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).byteLength;
  }

  it('the script contains the whole payload, and its hash changes only with the content', () => {
    const hostile = makeSnapshot({
      reviews: hostileTexts.map((one, index) => makeReview(index, { text: one })),
    });
    let taken: unknown;
    new Function('take', renderScript(hostile, 'take(kindling)'))((payload: unknown) => {
      taken = payload;
    });
    const { css, html } = renderEmbed(hostile);
    expect(taken).toMatchObject({ code: hostile.code, css, markup: flatMarkup(html) });
    const hashes = ['One.', 'One.', 'Two.'].map(
      (one) =>
        /hash:'([^']+)'/.exec(
          renderScript(makeSnapshot({ reviews: [makeReview(0, { text: one })] }), ''),
        )?.[1],
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
    expect(renderScript(hostile, 'x')).not.toContain('</');
  });

  it('the iframe page has the hashes of its own style and script', async () => {
    const { html, csp } = renderDocument(makeSnapshot({ businessName: '</title><script>' }), frame);
    const hashOf = async (content: string) =>
      `'sha256-${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(content))).toString('base64')}'`;
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(1);
    expect(csp.style).toBe(await hashOf(style));
    expect(csp.script).toBe(await hashOf(scripts[0]?.[1] ?? ''));
    expect(html).toContain('<title>Reviews of &lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain('<meta name="referrer" content="no-referrer">');
  });

  it('reserves by the width of the element, in its own child, and never by that of the page', () => {
    const slots = [
      { below: 500, height: 900 },
      { below: Number.POSITIVE_INFINITY, height: 400 },
    ];
    const place = 'display:flow-root;width:100%;min-width:min(60%,240px)';
    const room = 'display:block;height:0;overflow:hidden;letter-spacing:240px;padding-bottom:';
    const pasted = (length: string) =>
      `<kindling-reviews code="c" style="${place}"><span style="${room}${length}">&#160; &#160;</span></kindling-reviews>`;
    expect(pastedElement('c', { narrow: 900, wide: 400, slots })).toBe(
      pasted('max(min(900px,(500px - 100%)*9999),400px)'),
    );
    expect(pastedElement('c', { narrow: 900, wide: 700 })).toBe(
      pasted('max(min(900px,(552px - 100%)*9999),700px)'),
    );
    const rising = [{ below: 200, height: 170 }, { below: 300, height: 198 }, ...slots];
    expect(pastedElement('c', { narrow: 198, wide: 190, slots: rising })).toBe(
      pasted(
        'max(min(170px,(200px - 100%)*9999),min(198px,(300px - 100%)*9999,(100% - 199px)*9999),min(900px,(500px - 100%)*9999,(100% - 299px)*9999),min(400px,(100% - 299px)*9999))',
      ),
    );
    expect(pastedElement('c', { narrow: 300, wide: 300 })).toBe(pasted('300px'));
    expect(pastedElement('c', { narrow: 0, wide: 0 })).toBe(
      '<kindling-reviews code="c" style="display:block"></kindling-reviews>',
    );
  });

  it('reserves in small steps, so that little space is unused', () => {
    const reserve = reserveHeight(makeSnapshot());
    for (const width of [300, 420, 640, 1200]) {
      const [narrower, height] = [reservedHeightAt(reserve, width - 60), reservedHeightAt(reserve, width)];
      expect(height, `${width}`).toBeLessThanOrEqual(narrower);
      expect(height, `${width}`).toBeGreaterThan(0.8 * narrower);
    }
  });

  it('has few steps, because people paste the code', () => {
    for (const layout of Object.keys(layouts) as (keyof typeof layouts)[])
      expect(pastedElement('c', reserveHeight(makeSnapshot({}, { layout }))).length, layout).toBeLessThan(
        860,
      );
  });

  it.each(Object.entries(layouts))('has no rule that could clip %s or change its width', (name, layout) => {
    const { css } = renderEmbed(makeSnapshot({}, { layout: name as keyof typeof layouts }));
    expect(css).not.toMatch(/contain:/);
    if (layout.fixed) expect(css).toContain(':host{display:block!important}');
    else expect(css).toContain(':host{display:flow-root!important;width:100%;min-width:min(60%,240px)}');
  });

  it('the client has no HTML sinks, storage, network access or runtime imports', () => {
    const folder = new URL('../client/', import.meta.url);
    // The editor's preview runs in a frame of our own, and no other site loads it.
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'preview.ts',
    );
    expect(names).toContain('moving.ts');
    for (const name of names) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      expect(source, name).not.toMatch(
        /innerHTML|insertAdjacent|eval|fetch|XMLHttp|cookie|Storage|console|@kindling/,
      );
      expect(source.includes('sendBeacon'), name).toBe(name === 'shared/events.ts');
    }
  });
});
