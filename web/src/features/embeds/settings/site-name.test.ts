import { expect, test } from 'vitest';
import { formatSite, parseSite } from './site-name.ts';

test.each([
  ['bakery.example', 'bakery.example'],
  ['  Bakery.Example ', 'bakery.example'],
  ['https://www.bakery.example:8443/shop?a=1#top', 'www.bakery.example'],
  ['bakery.example/shop', 'bakery.example'],
  ['bakery.example:8080', 'bakery.example'],
  ['bakery.example.', 'bakery.example'],
  ['*.bakery.example', '*.bakery.example'],
  ['https://*.bakery.example/', '*.bakery.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['*.MÜNCHEN.example', '*.xn--mnchen-3ya.example'],
  ['localhost', 'localhost'],
])('%s is parsed as %s', (typed, site) => {
  expect(parseSite(typed)).toBe(site);
});

test.each([
  '',
  ' ',
  '*',
  '*.',
  'two words',
  'a..b',
  'https://',
  '<script>',
  '*.*.example',
  '[::1]',
  '-a.example',
])('%j is not a site', (typed) => {
  expect(parseSite(typed)).toBeNull();
});

test('is shown with Unicode letters, which are parsed back', () => {
  for (const site of ['xn--bcher-kva.example', '*.xn--mnchen-3ya.example', 'bakery.example', 'xn--p1ai']) {
    expect(parseSite(formatSite(site))).toBe(site);
  }
  expect(formatSite('*.xn--mnchen-3ya.example')).toBe('*.münchen.example');
});
