import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Head, type HeadProps } from './head.tsx';

const page: HeadProps = {
  language: 'de',
  path: '/pricing',
  title: 'Preise',
  description: 'Ein Tarif.',
  home: 'Start',
  faq: [{ q: 'Was ist "A & B"?', a: '</script><script>alert(1)</script>' }],
};
const render = (props: Partial<HeadProps> = {}) => renderToStaticMarkup(<Head {...page} {...props} />);

test('a listed page has its own address, its languages and its picture', () => {
  const html = render();
  expect(html).toContain('<title>Preise | [[brand.name]] - [[brand.tagline]]</title>');
  expect(html).toContain('<link rel="canonical" href="[[public.url]]/de/pricing"/>');
  const alternates = [...html.matchAll(/hrefLang="([^"]+)" href="\[\[public\.url\]\]([^"]+)"/g)];
  expect(alternates.map(([, tag, path]) => `${tag} ${path}`)).toEqual([
    'en /pricing',
    'fr /fr/pricing',
    'de /de/pricing',
    'nl /nl/pricing',
    'es /es/pricing',
    'x-default /pricing',
  ]);
  expect(html).toContain('<meta property="og:image" content="[[public.url]]/og/de/pricing.png"/>');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).not.toContain('noindex');
});

test('structured data is in an attribute, where no text can end the element', () => {
  const [, json = ''] = /data-json="([^"]*)"><\/script>/.exec(render()) ?? [];
  expect(json).not.toMatch(/[<>]/);
  const data = JSON.parse(
    json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  expect(data['@graph'].map((one: { '@type': string }) => one['@type'])).toEqual([
    'BreadcrumbList',
    'FAQPage',
  ]);
  expect(data['@graph'][1].mainEntity[0]).toMatchObject({
    name: 'Was ist "A & B"?',
    acceptedAnswer: { text: '</script><script>alert(1)</script>' },
  });
});

test('the start page names the operator; no page rates itself', () => {
  expect(render({ path: '/' })).toMatch(/Organization.*WebSite.*FAQPage/);
  for (const path of ['/', '/pricing']) expect(render({ path })).not.toMatch(/rating/i);
});

test('an unlisted language and the error pages have noindex', () => {
  const serbian = render({ language: 'sr' });
  expect(serbian).toContain('<meta name="robots" content="noindex"/>');
  expect(serbian).toContain('href="[[public.url]]/sr/pricing"');
  expect(serbian).not.toContain('hrefLang');
  const error = render({ path: null });
  expect(error).toContain('<meta name="robots" content="noindex"/>');
  expect(error).not.toMatch(/canonical|og:|ld\+json/);
});
