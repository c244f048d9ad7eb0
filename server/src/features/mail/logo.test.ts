import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { logoPng } from './logo.ts';

test('the logo has the color of its tile, a white flame and a spark, and nothing in its corners', () => {
  const png = logoPng('#8a3b12');
  expect(png.length).toBeLessThan(2000);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><image width="96" height="96" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  const at = (x: number, y: number) => [...pixels.subarray((y * 96 + x) * 4, (y * 96 + x) * 4 + 4)];
  expect(at(0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(12, 48)).toEqual([0x8a, 0x3b, 0x12, 255]);
  expect(at(40, 48)).toEqual([255, 255, 255, 255]);
  expect(at(48, 72)).toEqual([0xf7, 0xb8, 0x4b, 255]);
});
