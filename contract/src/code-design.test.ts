import { describe, expect, test } from 'vitest';
import { codeDesignSchema, maxLogoBytes } from './code-design.ts';
import { codeLooks, lookDesign, plainDesign } from './code-looks.ts';

/** One white pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
const picture = (data: string, type = 'image/png') => ({ logo: { kind: 'picture', type, data } });
const bytesOf = (data: string) => Buffer.from(data, 'base64');
/** A start of image, an APP0 segment, and a frame of the size. */
const jpeg = (width: number, height: number) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0],
  ]).toString('base64');

test('an empty object is the plain design', () => {
  expect(codeDesignSchema.parse({})).toEqual(plainDesign);
  expect(codeDesignSchema.parse({ frame: { kind: 'card' } }).frame).toEqual({
    ...plainDesign.frame,
    kind: 'card',
  });
});

test.each(codeLooks)('the look %s is a design', (look) => {
  expect(codeDesignSchema.parse(lookDesign(look))).toEqual(lookDesign(look));
});

test('looks differ in composition, not only in color', () => {
  const composition = codeLooks.map((look) => {
    const { modules, cornerOuter, cornerInner, gradient, frame } = lookDesign(look);
    return [modules, cornerOuter, cornerInner, gradient?.kind ?? '', frame.kind, frame.position].join(' ');
  });
  expect(codeLooks.length).toBeGreaterThanOrEqual(8);
  expect(new Set(composition).size).toBe(codeLooks.length);
});

describe('refused', () => {
  test.each([
    ['another version', { version: 2 }],
    ['a field that nobody knows', { style: 'x' }],
    ['a color with markup', { color: '#000000"/><script>' }],
    ['a color by name', { background: 'red' }],
    ['a text with a line break', { frame: { text: 'a\nb' } }],
    ['a text with an override of its direction', { frame: { text: 'a\u202eb' } }],
    ['a text of 41 characters', { frame: { text: 'x'.repeat(41) } }],
    ['a quiet zone of one module', { quietZone: 1 }],
    ['half a module', { quietZone: 4.5 }],
    ['a logo over half of the code', { logoSize: 0.5 }],
    ['a logo that is no number', { logoSize: Number.NaN }],
    ['an address as a picture', picture('https://example.com/a.png')],
    ['a picture that is text', picture('aGVsbG8gd29ybGQhIQ==')],
    ['a PNG that says it is a JPEG', picture(png, 'image/jpeg')],
    ['SVG', picture(btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    ['a picture that unpacks to much', picture(jpeg(20_000, 20_000), 'image/jpeg')],
    ['a JPEG without a frame', picture(btoa('\xff\xd8\xff\xda\0\x04\0\0\0\0\0\0'), 'image/jpeg')],
  ])('%s', (_, design) => {
    expect(codeDesignSchema.safeParse(design).success).toBe(false);
  });

  test('a picture of one byte too much', () => {
    const padded = (size: number) => Buffer.concat([bytesOf(png), Buffer.alloc(size)]).subarray(0, size);
    const isAccepted = (size: number) =>
      codeDesignSchema.safeParse(picture(padded(size).toString('base64'))).success;
    expect(isAccepted(maxLogoBytes)).toBe(true);
    expect(isAccepted(maxLogoBytes + 3)).toBe(false);
  });
});

test('a text of 40 characters, emojis counted once, and pictures of both types are accepted', () => {
  expect(codeDesignSchema.parse({ frame: { text: '🙂'.repeat(40) } }).frame.text).toHaveLength(80);
  expect(codeDesignSchema.safeParse(picture(png)).success).toBe(true);
  expect(codeDesignSchema.safeParse(picture(jpeg(300, 200), 'image/jpeg')).success).toBe(true);
});
