import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { renderPicture } from '@kindling/guest/embed/render/picture';
import { expect, test } from 'vitest';
import { renderPng } from './render-png.ts';

const snapshot: Snapshot = {
  version: 1,
  code: 'k3v9xq2mzt',
  settings: embedSettingsSchema.parse({ layout: 'badge-picture', language: 'sr' }),
  businessName: '<script>&"Šećer\u0007',
  figures: [
    {
      source: 'google',
      average: 4.6,
      count: 1300,
      recommended: 0,
      notRecommended: 0,
      url: null,
      writeUrl: null,
      histogram: [0, 0, 0, 0, 0],
    },
  ],
  reviews: [],
  disclosure: { shown: 3, total: 9, omitted: [{ reason: 'location', count: 6 }], minimumRating: 1 },
  brand: { name: 'Kindling', url: 'https://kindling.app/' },
};

/** Width and height from the header of the file. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('renders the picture at both scales', async () => {
  const svg = renderPicture(snapshot);
  const [one, two] = await Promise.all([renderPng(svg, 1), renderPng(svg, 2)]);
  const [width, height] = sizeOf(one);
  expect(width).toBe(320);
  expect(sizeOf(two)).toEqual([2 * width, 2 * height]);
});

test('needs no font, because all text is outlines', () => {
  expect(renderPicture(snapshot)).not.toContain('<text');
});

test('renders the next picture after one that failed', async () => {
  const broken = renderPng('<svg', 1);
  const next = renderPng(renderPicture(snapshot), 1);
  await expect(broken).rejects.toThrow();
  expect(sizeOf(await next)[0]).toBe(320);
});
