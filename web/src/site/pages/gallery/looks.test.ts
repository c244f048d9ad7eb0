import { languages } from '@kindling/contract/constants';
import { embedLayouts, embedLooks, isBadge } from '@kindling/contract/embed-settings';
import { snapshotSchema } from '@kindling/contract/embeds';
import { expect, test } from 'vitest';
import { readTexts, type SiteTexts } from '../../texts.ts';
import type { GalleryTexts } from './gallery.tsx';
import { colorRules, galleryColors, gallerySheet, gallerySnapshot, lookFile } from './looks.tsx';

const inLanguage = (language: (typeof languages)[number]) => ({
  language,
  brand: 'Kindling',
  texts: {
    gallery: readTexts<GalleryTexts>(language, 'site-gallery'),
    site: readTexts<SiteTexts>(language, 'site'),
  },
});

test('every sample is a valid snapshot, and its numbers add up', () => {
  for (const language of languages)
    for (const layout of embedLayouts) {
      const snapshot = gallerySnapshot(layout, 'paper', inLanguage(language));
      const { reviews, disclosure } = snapshotSchema.parse({
        ...snapshot,
        // Keys stand in for ids here, and the brand has no address on its own page.
        reviews: snapshot.reviews.map((review) => ({ ...review, id: crypto.randomUUID() })),
        brand: { ...snapshot.brand, url: 'https://home.invalid/' },
      });
      const where = `${language} ${layout}`;
      expect(reviews.length > 0, where).toBe(!isBadge(layout));
      const left = disclosure.omitted.reduce((sum, { count }) => sum + count, 0);
      if (!isBadge(layout)) expect(disclosure.shown + left, where).toBe(disclosure.total);
    }
});

test('the sample with the most reviews shows twelve different ones', () => {
  const texts = gallerySnapshot('wall', 'paper', inLanguage('en')).reviews.map(({ text }) => text);
  expect(new Set(texts).size).toBe(12);
});

test('the sheets declare no color themselves, and the page declares every color that they use', () => {
  for (const name of embedLooks) {
    const declared = new Set([...colorRules(name).matchAll(/[{;](--\w+):/g)].map(([, property]) => property));
    for (const layout of embedLayouts) {
      const css = gallerySheet(gallerySnapshot(layout, name, inLanguage('en')));
      const frame = css.slice(css.indexOf('all:initial'), css.indexOf('}', css.indexOf('all:initial')));
      expect(frame, `${name} ${layout}`).not.toMatch(/color-scheme|prefers-color-scheme/);
      for (const property of declared) expect(frame, `${name} ${layout}`).not.toContain(`${property}:`);
      expect(css, `${name} ${layout}`).not.toContain('prefers-color-scheme');
      const used = [...css.matchAll(/var\((--\w+)/g)].map(([, property = '']) => property);
      const unknown = used.filter((property) => !declared.has(property) && !css.includes(`${property}:`));
      expect(unknown, `${name} ${layout}`).toEqual([]);
    }
  }
});

test('each look has a file with the sheets of all layouts, and rules for each color in both themes', () => {
  const addresses = embedLooks.map((name) => {
    const { address, content } = lookFile(name, inLanguage('de'));
    const { css, colors } = JSON.parse(content);
    expect(Object.keys(css)).toEqual([...embedLayouts]);
    expect(colors.match(/\.stage\{/g)).toHaveLength(2 * (1 + Object.keys(galleryColors).length));
    return address;
  });
  expect(new Set(addresses).size).toBe(embedLooks.length);
});
