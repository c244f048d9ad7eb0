import { expect, test } from 'vitest';
import { brandStyle, fillPage, fillText, type Installation, placeholderValues } from './placeholders.ts';

const hostile = `</script><script>alert(1)</script><!--"'&\u2028`;
const installation: Installation = {
  brand: {
    name: 'Müller & Söhne "Reviews"',
    tagline: hostile,
    supportEmail: 'help@example.com',
    primaryColor: '#3B82EC',
  },
  publicUrl: 'https://reviews.example.com',
  operator: {
    name: 'Example Ltd',
    address: null,
    country: 'DE',
    email: 'help@example.com',
    phone: null,
    representative: null,
    register: null,
    vatId: null,
  },
  prices: { monthly: 15, yearly: 144, currency: 'USD' },
  subprocessors: [],
  payments: null,
  helpDesk: null,
  assistant: null,
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

test('a condition inside another one is kept or removed on its own', () => {
  const html =
    '<ul data-unless="subprocessor.count"><li>a</li><li data-if="uses.payments">b</li><li data-if="uses.helpDesk">c</li></ul>';
  expect(fill(html)).toBe('<ul><li>a</li></ul>');
  const paid = { ...installation, payments: {} };
  expect(fillPage(html, placeholderValues(paid, 'en', 2030), '')).toBe('<ul><li>a</li><li>b</li></ul>');
});

test('a row is repeated for each company that processes data, and its words stay text', () => {
  const html =
    '<table data-if="subprocessor.count"><tr data-each="subprocessor"><td>[[subprocessor.name]]</td><td>[[subprocessor.country]]</td></tr></table>';
  expect(fill(html)).toBe('');
  const subprocessors = [
    { name: '<b>One</b> [[support.email]]', purpose: 'servers', country: 'DE' },
    { name: 'Two', purpose: 'mail', country: 'Ireland' },
  ];
  expect(fillPage(html, placeholderValues({ ...installation, subprocessors }, 'fr', 2030), '')).toBe(
    '<table><tr><td>&#60;b&#62;One&#60;/b&#62; [[support.email]]</td><td>Allemagne</td></tr><tr><td>Two</td><td>Ireland</td></tr></table>',
  );
});

test('words depend on a condition in text, in attributes and in structured data', () => {
  const words =
    '[[if.uses.payments]]14 days free. [[end]]Ready [[unless.uses.payments]]now[[else]]soon[[end]].';
  const json = JSON.stringify({ a: words }).replaceAll('"', '&quot;');
  const html = `<p title="${words}">${words}</p><script type="application/ld+json" data-json="${json}"></script>`;
  expect(fill(html)).toBe(
    '<p title="Ready now.">Ready now.</p><script type="application/ld+json">{"a":"Ready now."}</script>',
  );
  const paid = placeholderValues({ ...installation, payments: {} }, 'en', 2030);
  expect(fillPage(html, paid, '')).toContain('<p title="14 days free. Ready soon.">');
  expect(fillText(words, paid)).toBe('14 days free. Ready soon.');
});

test('a condition that does not exist stays visible', () => {
  expect(fill('<p>[[if.uses.payment]]a[[end]]</p>')).toBe('<p>[[if.uses.payment]]a[[end]]</p>');
});

test('an entry of structured data is kept or removed like an element', () => {
  const graph = { list: [{ n: 1 }, { n: 2, 'data-if': 'uses.payments' }, { n: 3, 'data-if': 'brand.name' }] };
  const json = JSON.stringify(graph).replaceAll('"', '&quot;');
  const html = `<script type="application/ld+json" data-json="${json}"></script>`;
  expect(fill(html)).toContain('{"list":[{"n":1},{"n":3}]}');
});
