import { languages } from '@kindling/contract/constants';
import { embedLayouts, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { renderExamplePage } from './example-page.tsx';
import { renderPreviewDocument } from './preview-document.tsx';

const snapshotOf = (settings: object, businessName = 'Corner Bakery') => ({
  code: 'abcdefghij',
  settings: embedSettingsSchema.parse(settings),
  businessName,
});

test.each(embedLayouts)('the page of the layout %s has the element of the embed once', (layout) => {
  for (const language of languages) {
    const page = renderExamplePage(snapshotOf({ layout, language }));
    expect(page.match(/<kindling-reviews code="abcdefghij"><\/kindling-reviews>/g)).toHaveLength(1);
    expect(page).toContain('Corner Bakery');
    expect(page.match(/<h1/g)).toHaveLength(1);
  }
});

test('layouts stand in different places', () => {
  const places = ['list', 'sidebar', 'wall', 'floating', 'badge-line', 'badge-picture'].map(
    (layout) => /class="site (site-\w+)"/.exec(renderExamplePage(snapshotOf({ layout })))?.[1],
  );
  expect(new Set(places).size).toBe(6);
});

test('the name of the business is text', () => {
  const page = renderExamplePage(snapshotOf({}, '<img src=x onerror=alert(1)>'));
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x');
  expect(renderExamplePage(snapshotOf({}, ' '))).toContain('Your business');
});

test('a document allows its own style and script only', () => {
  const snapshot = {
    ...snapshotOf({ language: 'sr' }),
    version: 1 as const,
    figures: [],
    reviews: [],
    disclosure: { shown: 0, total: 0, omitted: [], minimumRating: 1 },
    brand: { name: 'Kindling', url: 'https://kindling.example' },
  };
  const { html, csp } = renderPreviewDocument(snapshot, 'go()', 'dark');
  expect(html).toMatch(/^<!doctype html><html lang="sr-Latn" data-theme="dark">/);
  expect(html).toContain('<meta name="robots" content="noindex,nofollow">');
  expect(html).toContain('<script>go()</script>');
  expect(csp.script).toMatch(/^'sha256-[\w+/]+=*'$/);
  expect(csp.style).toMatch(/^'sha256-[\w+/]+=*'$/);
});
