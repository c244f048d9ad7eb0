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

test('every sample is a valid snapshot, and its numbers add up', () => {
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

// One more column makes cards narrower and their texts longer; a picture grows up to its maximum width.
test('every frame has a height, which hardly grows with its width', () => {
  const css = frameHeightsCss();
  for (const layout of embedLayouts) {
    const heights = [...css.matchAll(new RegExp(`\\.frame-${layout}\\{height:(\\d+)px\\}`, 'g'))].map(
      ([, height]) => Number(height),
    );
    expect(heights[0], layout).toBeGreaterThan(0);
    for (const [index, height] of heights.entries())
      expect(height, layout).toBeLessThan(1.15 * (heights[index - 1] ?? height + 1));
  }
  // The first rules apply at any width.
  expect(css.split('@container')[0]?.match(/\.frame-/g)).toHaveLength(embedLayouts.length);
});
