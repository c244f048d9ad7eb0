import { siteLookSchema } from '@kindling/contract/site-look';
import { contrast } from '@kindling/design/color';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSiteLook } from './find-site-look.ts';
import { findStyleSheetLinks } from './style-sheet-links.ts';

const page = (style: string, body = '', head = '') =>
  `<!doctype html><html><head>${head}<style>${style}</style></head><body>${body}</body></html>`;

test('a shop with custom properties: the brand, not the colors of networks and messages', () => {
  const look = findSiteLook(
    page(`:root{--brand-primary:#a63f22;--paper:#fff4ec;--bs-danger:#dc3545;--wp--preset--color--vivid-red:#cf2e2e}
      body{background:var(--paper);color:#4a2316;font-family:"Lora",Georgia,serif}
      .facebook{background:#1877f2}.share .twitter{background:#1da1f2}.alert-danger{background:#dc3545}
      .btn{background:var(--brand-primary)} a:hover{color:#00ff00}`),
    [],
  );
  expect(look).toMatchObject({
    theme: 'light',
    background: '#fff4ec',
    text: '#4a2316',
    accent: '#a63f22',
    fontName: 'Lora',
  });
});

test('a dark site, by its style sheets; what the page itself says comes later', () => {
  const sheet =
    'body{background-color:#0f3040;color:#eaf4f4;font:400 16px/1.5 Inter,sans-serif} button{background:#9be7d8}';
  expect(findSiteLook(page(''), [sheet])).toMatchObject({
    theme: 'dark',
    background: '#0f3040',
    accent: '#9be7d8',
    fontName: 'Inter',
  });
  expect(findSiteLook(page('body{background:#101010}'), [sheet])?.background).toBe('#101010');
});

test('rules for the dark theme of a light page are left alone, and hold where the page has that theme', () => {
  const style =
    'body{background:#fff}.dark body{background:#000}@media (prefers-color-scheme:dark){body{background:#111}}html.dark{color:#eee}';
  expect(findSiteLook(page(style), [])?.background).toBe('#ffffff');
  const dark = page(`${style} html{background:#222}`).replace('<html>', '<html class="dark">');
  expect(findSiteLook(dark, [])?.text).toBe('#eeeeee');
});

test('meta element, attributes and inline styles count', () => {
  const themed = page(
    '',
    '<a style="background:#0b7a55" class="x">Buy</a>',
    '<meta name="theme-color" content="#0b7a55">',
  );
  expect(findSiteLook(themed, [])?.accent).toBe('#0b7a55');
  expect(findSiteLook('<body bgcolor="navy" style="color:white">', [])).toMatchObject({
    theme: 'dark',
    background: '#000080',
    text: '#ffffff',
  });
});

test('a page in black and white keeps the color of its text; a page without any is null', () => {
  expect(findSiteLook(page('body{color:#111;background:#fff}.btn{background:#111}'), [])?.accent).toBe(
    '#111111',
  );
  expect(findSiteLook(page(''), [])).toBeNull();
  expect(findSiteLook(page('body{font-family:system-ui}'), [])).toBeNull();
});

test('properties that name each other, or grow, end', () => {
  const loop =
    ':root{--a:var(--b);--b:var(--a) var(--a)}body{background:var(--a)}.btn{background:var(--none, #123abc)}';
  expect(findSiteLook(page(loop), [])).toMatchObject({ background: null, accent: '#123abc' });
});

test('whatever a page says, the suggestion is valid settings that can be read', () => {
  const color = fc.oneof(
    fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
    fc.constantFrom(
      'red',
      'oklch(0.7 0.3 140)',
      'hsl(1e9 100% 50%)',
      'var(--x)',
      '#fff',
      '"',
      'rgb(1e400 0 0)',
    ),
  );
  const font = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('Lora', '"Open Sans"', 'serif'));
  fc.assert(
    fc.property(color, color, color, font, (background, text, accent, family) => {
      const css = `body{background:${background};color:${text};font-family:${family}} .btn{background:${accent}}`;
      const look = findSiteLook(page(''), [css]);
      if (look === null) return;
      expect(siteLookSchema.safeParse(look).error).toBeUndefined();
      const ground = look.background ?? '#ffffff';
      expect(contrast(look.accent, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(look.stars, ground)).toBeGreaterThanOrEqual(3);
      if (look.text !== null) expect(contrast(look.text, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('style sheets are found by their absolute address, those of the theme first', () => {
  const head = `<link rel=stylesheet href="/wp/font-awesome.css"><link rel="stylesheet" href="a.css" media="print">
    <link rel="alternate stylesheet" href="b.css"><link rel="STYLESHEET" href="x.css"><link rel=stylesheet href="x.css">
    <link rel="stylesheet" href="/theme/style.css"><link rel=stylesheet href="data:text/css,a{}">`;
  expect(findStyleSheetLinks(page('', '', head), 'https://shop.example/a/')).toEqual([
    'https://shop.example/theme/style.css',
    'https://shop.example/a/x.css',
    'https://shop.example/wp/font-awesome.css',
  ]);
});
