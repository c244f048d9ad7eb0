import { expect, test } from 'vitest';
import { brandStyle, fillPage, type Installation, placeholderValues } from './placeholders.ts';

const hostile = `</script><script>alert(1)</script><!--"'&\u2028`;
const installation: Installation = {
  brand: {
    name: 'Müller & Söhne "Reviews"',
    tagline: hostile,
    supportEmail: 'help@example.com',
    primaryColor: '#3B82EC',
  },
  publicUrl: 'https://reviews.example.com',
  operator: { name: 'Example Ltd', address: null, country: 'DE' },
  prices: { monthly: 15, yearly: 144, currency: 'USD' },
};
const fill = (html: string, language: 'en' | 'fr' = 'en') =>
  fillPage(html, placeholderValues(installation, language, 2030), 'STYLE');

test('escapes values in text and attributes, and does not fill placeholders inside values', () => {
  expect(fill('<a title="[[brand.name]]">[[brand.name]] [[year]]</a>')).toBe(
    '<a title="Müller &#38; Söhne &#34;Reviews&#34;">Müller &#38; Söhne &#34;Reviews&#34; 2030</a>',
  );
  expect(fill('<p>[[brand.tagline]]</p>')).not.toMatch(/<script|<!--/);
  const sly = { ...installation, operator: { ...installation.operator, name: '[[support.email]] $& $1' } };
  expect(fillPage('<p>[[operator.name]]</p>', placeholderValues(sly, 'en', 2030), '')).toBe(
    '<p>[[support.email]] $&#38; $1</p>',
  );
});

test('keeps an unknown placeholder', () => {
  expect(fill('<p>[[brand.nme]] [[constructor]]</p>')).toBe('<p>[[brand.nme]] [[constructor]]</p>');
});

test('structured data stays one valid element with the intended values, whatever they contain', () => {
  const data = { name: '[[brand.name]]', a: ['[[brand.tagline]]', '<b> & "it\'s"'], url: '[[public.url]]/' };
  const attribute = JSON.stringify(data)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
  const html = fill(`<script type="application/ld+json" data-json="${attribute}"></script><p>after</p>`);
  const [, text = ''] =
    /^<script type="application\/ld\+json">([^<>&\u2028]*)<\/script><p>after<\/p>$/.exec(html) ?? [];
  expect(JSON.parse(text)).toEqual({
    name: installation.brand.name,
    a: [hostile, '<b> & "it\'s"'],
    url: 'https://reviews.example.com/',
  });
});

test('the brand style is inserted unchanged', () => {
  expect(fill('<style data-brand="true"></style><style data-brand=""></style>')).toBe(
    '<style>STYLE</style><style>STYLE</style>',
  );
  expect(brandStyle(installation)).toContain('--k-brand');
});

test('a missing setting of the operator removes its sentence', () => {
  const html =
    '<p class="a" data-if="operator.address" id="x">at [[operator.address]]</p><p data-unless="operator.address">none</p><b data-if="operator.country">in [[operator.country]]</b>';
  expect(fill(html)).toBe('<p>none</p><b>in Germany</b>');
  const given = { ...installation, operator: { ...installation.operator, address: '1 Street' } };
  expect(fillPage(html, placeholderValues(given, 'fr', 2030), '')).toBe(
    '<p class="a" id="x">at 1 Street</p><b>in Allemagne</b>',
  );
});

test.each([
  ['en', '$15', '$144', '$12', '20%'],
  ['fr', '15 $', '144 $', '12 $', '20 %'],
  ['de', '15 $', '144 $', '12 $', '20 %'],
  ['nl', '$ 15', '$ 144', '$ 12', '20%'],
  ['es', '15 $', '144 $', '12 $', '20 %'],
  ['sr', '15 $', '144 $', '12 $', '20%'],
] as const)('prices in the format of %s', (language, monthly, yearly, month, saving) => {
  const marks = placeholderValues(installation, language, 2030);
  const plain = (name: string) => (marks[name] ?? '').replace(/[\u00a0\u202f]/g, ' ');
  expect(['price.month', 'price.year', 'price.yearMonthly', 'price.saving'].map(plain)).toEqual([
    monthly,
    yearly,
    month,
    saving,
  ]);
});

test('prices keep their cents, and a yearly plan without a saving shows none', () => {
  const prices = { monthly: 9.9, yearly: 130, currency: 'EUR' };
  const marks = placeholderValues({ ...installation, prices }, 'en', 2030);
  expect([marks['price.month'], marks['price.yearMonthly'], marks['price.saving']]).toEqual([
    '€9.90',
    '€10.83',
    '0%',
  ]);
});
