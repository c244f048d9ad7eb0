import { languages } from '@kindling/contract/constants';
import { embedLayouts, isBadge } from '@kindling/contract/embed-settings';
import { snapshotSchema } from '@kindling/contract/embeds';
import { expect, test } from 'vitest';
import { readTexts, type SiteTexts } from '../../texts.ts';
import { frameHeightsCss, type GalleryTexts, gallerySnapshot } from './samples.ts';

const all = languages.flatMap((language) => {
  const texts = readTexts<GalleryTexts>(language, 'site-gallery');
  const site = readTexts<SiteTexts>(language, 'site');
  return embedLayouts.map((layout) =>
    gallerySnapshot({
      layout,
      theme: 'light',
      language,
      texts,
      site,
      brand: { name: 'Kindling', url: 'https://home.invalid/' },
    }),
  );
});

test('every sample is a snapshot as a published embed has it, and its numbers add up', () => {
  for (const snapshot of all) {
    const { settings, reviews, disclosure } = snapshotSchema.parse({
      ...snapshot,
      // Keys stand in for ids here.
      reviews: snapshot.reviews.map((review) => ({ ...review, id: crypto.randomUUID() })),
    });
    const where = `${settings.language} ${settings.layout}`;
    expect(reviews.length > 0, where).toBe(!isBadge(settings.layout));
    expect(disclosure.shown, where).toBe(reviews.length);
    const left = disclosure.omitted.reduce((sum, { count }) => sum + count, 0);
    if (!isBadge(settings.layout)) expect(disclosure.shown + left, where).toBe(disclosure.total);
  }
});

test('the sample with the most reviews shows twelve different ones', () => {
  const texts = all.find(({ settings }) => settings.layout === 'wall')?.reviews.map(({ text }) => text);
  expect(new Set(texts).size).toBe(12);
});

test('every layout has a height for both widths', () => {
  const css = frameHeightsCss();
  const [narrow = '', wide = ''] = css.split('@container');
  for (const layout of embedLayouts) {
    expect(narrow).toMatch(new RegExp(`\\.frame-${layout}\\{height:[1-9]\\d*px\\}`));
    expect(wide).toMatch(new RegExp(`\\.frame-${layout}\\{height:[1-9]\\d*px\\}`));
  }
});
