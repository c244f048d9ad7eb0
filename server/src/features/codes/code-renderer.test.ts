/** The child processes: what they answer, how large the pictures are, and what a message that takes too long does. */
import { lookDesign, plainDesign } from '@kindling/contract/code-looks';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { type CodeToDraw, drawSvg } from './code-picture.ts';
import { createCodeRenderer } from './code-renderer.ts';

const silent = { warn: () => undefined };
const renderer = createCodeRenderer(silent);
afterAll(() => renderer.close());

const code: CodeToDraw = {
  content: 'https://kindling.example/q/k7m2p9xw3t',
  design: lookDesign('harbor'),
  language: 'de',
};

test('a check answers with its result', async () => {
  expect(await renderer.check(code)).toEqual({ ok: true });
  const inverted = { ...plainDesign, color: '#ffffff', background: '#000000' };
  expect(await renderer.check({ ...code, design: inverted })).toEqual({ ok: false, problems: ['inverted'] });
});

test.each([256, 1024, 4096])('a PNG of %i pixels has that longer side, and is read', async (size) => {
  const picture = await renderer.png(code, size);
  const { width, height } = await sharp(picture).metadata();
  expect(Math.max(width, height)).toBe(size);
  const { data, info } = await sharp(picture)
    .resize({ width: 400 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(code.content);
});

test('a print arrives as bytes, with its pages and what was left out', async () => {
  const file = await renderer.print({
    kind: 'business-card',
    language: 'sr',
    businessName: 'カフェ',
    brandColor: '#8a1f4b',
    codes: [{ content: code.content, design: code.design, name: '' }],
  });
  expect(file).toMatchObject({ pages: 2, leftOut: ['business-name'] });
  expect(readPdf(file.bytes).pages).toHaveLength(2);
});

test('work that takes too long is not available, and the next work is done', async () => {
  const impatient = createCodeRenderer(silent, 1);
  await expect(impatient.check(code)).rejects.toMatchObject({ code: 'unavailable' });
  impatient.close();
  expect(await renderer.check(code)).toEqual({ ok: true });
});

test('an SVG has the call to action of its language as outlines', () => {
  const [english, german] = (['en', 'de'] as const).map((language) => drawSvg({ ...code, language }));
  expect(english).not.toBe(german);
  expect(english).not.toMatch(/<text|href/);
});

test('a logo that only looks like a picture breaks nothing', async () => {
  // A PNG header of 300 by 300 pixels without any picture behind it.
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(300, 16);
  header.writeUInt32BE(300, 20);
  const logo = { kind: 'picture', type: 'image/png', data: header.toString('base64') } as const;
  const broken = { ...code, design: { ...plainDesign, logo, errorLevel: 'H' as const } };
  expect((await renderer.png(broken, 256)).length).toBeGreaterThan(100);
  const codes = [{ content: code.content, design: broken.design, name: '' }];
  const request = {
    kind: 'poster',
    language: 'en',
    businessName: 'A',
    brandColor: '#0f6b5c',
    codes,
  } as const;
  expect((await renderer.print(request)).pages).toBe(1);
});
