/** Prints as a print shop gets them: boxes, fonts, where the text is, and codes that are read from the drawing. */
import { type CodeDesign, codeLooks, lookDesign, plainDesign } from '@kindling/contract/code-looks';
import { type PrintKind, printKinds } from '@kindling/contract/code-prints';
import { languages } from '@kindling/locales/languages.ts';
import { callsToAction, printTexts } from '@kindling/locales/print.ts';
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { type PdfPage, readPdf } from '../../../testing/read-pdf.ts';
import { everyThird } from '../../../testing/scope.ts';
import { codeGrid } from './code-sheet.ts';
import { bleed, type Grid, gridPlaces, pointsPerMillimeter } from './page.ts';
import { makePrintFile } from './print-file.ts';
import type { PrintRequest } from './print-request.ts';
import { stickerGrids } from './stickers.ts';

/** Millimeters after cutting, and pages. */
const sizes: Record<PrintKind, readonly [width: number, height: number, pages: number]> = {
  poster: [210, 297, 1],
  tent: [148, 210, 1],
  'stickers-small': [210, 297, 1],
  'stickers-medium': [210, 297, 1],
  'stickers-large': [210, 297, 1],
  'business-card': [85, 55, 2],
  'business-card-us': [88.9, 50.8, 2],
  sheet: [210, 297, 2],
  'nfc-card': [85.6, 53.98, 2],
};
const wholePages: readonly PrintKind[] = ['stickers-small', 'stickers-medium', 'stickers-large', 'sheet'];

const address = (index: number) => `https://kindling.example/q/k7m2p9xw${String(index).padStart(2, 'z')}`;

function request(
  kind: PrintKind,
  change: Partial<PrintRequest> = {},
  design: Partial<CodeDesign> = {},
): PrintRequest {
  return {
    kind,
    language: 'en',
    businessName: 'Bäckerei Müller',
    brandColor: '#0f6b5c',
    codes: Array.from({ length: 20 }, (_, index) => ({
      content: address(index + 1),
      design: { ...plainDesign, ...design },
      name: `Table ${index + 1}`,
    })),
    ...change,
  };
}

const toMillimeters = (points: number) => points / pointsPerMillimeter;

/** Corners of a text from the cut edges, in millimeters; negative ones are cut off. */
function distances({ trim, texts, media }: PdfPage): { text: string; distance: number }[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = trim;
  const height = media[3] ?? 0;
  return texts.map(({ text, corners }) => ({
    text,
    distance: toMillimeters(
      Math.min(
        ...corners.flatMap(([x, y]) => [x - left, right - x, y - (height - top), height - bottom - y]),
      ),
    ),
  }));
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads the code in an area of a page, in millimeters from the cut page's corner, and measures it. */
function readCode(page: PdfPage, area?: Area): { content: string; millimeters: number } | null {
  const pixelsPerPoint = 2;
  const picture = new Resvg(page.svg, { fitTo: { mode: 'zoom', value: pixelsPerPoint } }).render();
  const scale = pointsPerMillimeter * pixelsPerPoint;
  const offset = (page.trim[0] ?? 0) * pixelsPerPoint;
  const all = { x: 0, y: 0, width: picture.width, height: picture.height };
  const { x, y, width, height } =
    area === undefined
      ? all
      : {
          x: Math.round(offset + area.x * scale),
          y: Math.round(offset + area.y * scale),
          width: Math.round(area.width * scale),
          height: Math.round(area.height * scale),
        };
  const pixels = picture.pixels;
  const part = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * picture.width + x) * 4;
    part.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  const read = jsQR(part, width, height, { inversionAttempts: 'dontInvert' });
  if (read === null) return null;
  const { topLeftCorner: a, topRightCorner: b } = read.location;
  return { content: read.data, millimeters: Math.hypot(b.x - a.x, b.y - a.y) / scale };
}

const cellsOf = (grid: Grid) =>
  gridPlaces({ width: 210, height: 297 }, grid).map(({ x, y }) => ({
    x,
    y,
    width: grid.width,
    height: grid.height,
  }));

describe.each(printKinds)('%s', (kind) => {
  test('has its true size, the bleed and embedded fonts', async () => {
    const file = await makePrintFile(request(kind));
    const { pages, fonts } = readPdf(file.bytes);
    const [width, height, count] = sizes[kind];
    expect([file.pages, pages.length]).toEqual([count, count]);
    for (const { media, trim, bleed: bleedBox } of pages) {
      const [left = 0, bottom = 0, right = 0, top = 0] = trim;
      expect(toMillimeters(right - left)).toBeCloseTo(width, 2);
      expect(toMillimeters(top - bottom)).toBeCloseTo(height, 2);
      const around = wholePages.includes(kind) ? 0 : bleed;
      for (const [index, edge] of bleedBox.entries())
        expect(toMillimeters(Math.abs(edge - (trim[index] ?? 0)))).toBeCloseTo(around, 2);
      // Marks lie beyond the bleed.
      expect(toMillimeters((media[2] ?? 0) - right)).toBeGreaterThanOrEqual(
        around === 0 ? -0.01 : around + 6,
      );
    }
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter(({ name, embedded }) => !embedded || !/^\/?[A-Z]{6}\+Inter-/.test(name))).toEqual([]);
  });

  const turn = printKinds.indexOf(kind);
  test.each(everyThird(languages, turn))('fits in %s, with room to the cut', async (language) => {
    const { bytes, leftOut } = await makePrintFile(request(kind, { language }));
    const { pages } = readPdf(bytes);
    const texts = pages.flatMap(distances);
    expect(leftOut).toEqual([]);
    expect(texts.filter(({ distance }) => distance < 4)).toEqual([]);
    expect(texts.map(({ text }) => text).join(' ')).not.toMatch(/…|\ufffd/);
    const shown = texts.map(({ text }) => text).join(' ');
    const [first = ''] = callsToAction(language)[0].split(' ');
    expect(shown).toContain(first);
    // Small print for a card that is held in the hand: 5 points.
    expect(Math.min(...pages.flatMap((page) => page.texts.map(({ size }) => size)))).toBeGreaterThan(5);
  });
});

describe('the code is read from the drawing', () => {
  test.each(codeLooks)('of a poster in the look %s, at its size', async (look) => {
    const { bytes } = await makePrintFile(request('poster', {}, lookDesign(look)));
    const [page] = readPdf(bytes).pages;
    const read = page === undefined ? null : readCode(page);
    expect(read?.content).toBe(address(1));
    expect(read?.millimeters).toBeCloseTo(102, 0);
  });

  test('on both faces of a tent, one upside down', async () => {
    const [page] = readPdf((await makePrintFile(request('tent'))).bytes).pages;
    const faces = [0, 105].map((y) => ({ x: 0, y, width: 148, height: 105 }));
    const read = page === undefined ? [] : faces.map((face) => readCode(page, face)?.content);
    expect(read).toEqual([address(1), address(1)]);
  });

  test.each(['business-card', 'business-card-us', 'nfc-card'] as const)(
    'at the back of a %s',
    async (kind) => {
      const [front, back] = readPdf((await makePrintFile(request(kind))).bytes).pages;
      expect(front === undefined ? '' : readCode(front)).toBeNull();
      const read = back === undefined ? null : readCode(back);
      expect(read?.content).toBe(address(1));
      expect(read?.millimeters).toBeGreaterThan(30);
    },
  );

  test.each(Object.keys(stickerGrids) as (keyof typeof stickerGrids)[])('on all %s', async (kind) => {
    const [page] = readPdf((await makePrintFile(request(kind))).bytes).pages;
    const read = page === undefined ? [] : cellsOf(stickerGrids[kind]).map((cell) => readCode(page, cell));
    expect(read.length).toBeGreaterThan(5);
    expect(read.filter((code) => code?.content !== address(1))).toEqual([]);
    // The smallest width that a print of this code may have.
    expect(Math.min(...read.map((code) => code?.millimeters ?? 0))).toBeGreaterThan(20);
  });

  test('on each card of a sheet, with the name of the code', async () => {
    const { pages } = readPdf((await makePrintFile(request('sheet'))).bytes);
    const read = pages.flatMap((page) => cellsOf(codeGrid).map((cell) => readCode(page, cell)?.content));
    expect(read.filter((content) => content !== undefined)).toEqual(
      Array.from({ length: 20 }, (_, index) => address(index + 1)),
    );
    const names = pages
      .flatMap(({ texts }) => texts.map(({ text }) => text))
      .filter((text) => text.startsWith('Table'));
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `Table ${index + 1}`));
  });

  test('with the logo of an owner, and colors that are no brand', async () => {
    const design: Partial<CodeDesign> = { logo: { kind: 'mark' }, errorLevel: 'H', background: '#fff4e0' };
    for (const brandColor of ['#ffffff', '#ffee00', '#000000']) {
      const { bytes } = await makePrintFile(request('stickers-large', { brandColor }, design));
      const [page] = readPdf(bytes).pages;
      const [cell] = cellsOf(stickerGrids['stickers-large']);
      expect(page === undefined ? null : readCode(page, cell)?.content, brandColor).toBe(address(1));
    }
  });
});

describe('texts of owners', () => {
  const textsOf = async (
    change: Partial<PrintRequest>,
    kind: PrintKind = 'poster',
    design: Partial<CodeDesign> = {},
  ) => {
    const file = await makePrintFile(request(kind, change, design));
    const { pages } = readPdf(file.bytes);
    return {
      leftOut: file.leftOut,
      pages,
      text: pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(''),
    };
  };

  test.each(['Čačanska kuća', 'Кафана Жар', 'Ταβέρνα', 'Phở Hà Nội', 'Łódź & “Sons”'])(
    '%s is drawn',
    async (businessName) => {
      const { leftOut, text } = await textsOf({ businessName });
      expect(leftOut).toEqual([]);
      expect(text).toContain(businessName);
    },
  );

  test.each(['カフェ', 'مقهى', 'Café ☕️'])('%s is left out, and the answer says so', async (businessName) => {
    for (const kind of everyThird(printKinds, businessName.length)) {
      const { leftOut, text } = await textsOf({ businessName }, kind);
      expect(leftOut, kind).toEqual(['business-name']);
      expect(text, kind).not.toMatch(/[カمC☕\ufffd]/);
    }
  });

  test('a long name of a business and of a code stay within the cut', async () => {
    const businessName =
      'Konditorei und Kaffeerösterei Donaudampfschifffahrtsgesellschaft am Marktplatz '.repeat(3);
    for (const kind of printKinds) {
      const codes = [{ content: address(1), design: plainDesign, name: businessName }];
      const { pages } = await textsOf({ businessName, codes }, kind);
      expect(
        pages.flatMap(distances).filter(({ distance }) => distance < 4),
        kind,
      ).toEqual([]);
    }
  });

  test('the call to action of the design is the headline', async () => {
    const frame = { ...plainDesign.frame, text: 'How was your haircut?' };
    expect((await textsOf({}, 'poster', { frame })).text).toContain('haircut?');
    const strange = await textsOf({}, 'poster', { frame: { ...frame, text: 'どうでしたか' } });
    expect(strange.leftOut).toEqual(['call-to-action']);
    expect(strange.text).toContain('Tell us');
  });
});

test('too many codes, no code, and a content that no code holds are refused', async () => {
  const code = { content: address(1), design: plainDesign, name: 'x' };
  await expect(
    makePrintFile(request('sheet', { codes: Array.from({ length: 201 }, () => code) })),
  ).rejects.toThrow(RangeError);
  await expect(makePrintFile(request('poster', { codes: [] }))).rejects.toThrow(RangeError);
  const long = [{ ...code, content: 'x'.repeat(3_000) }];
  await expect(makePrintFile(request('poster', { codes: long }))).rejects.toThrow(RangeError);
});

test('no wording asks for a good review', () => {
  const forbidden =
    /5 star|five star|★|⭐|good review|gute Bewertung|bonne note|buena nota|goede beoordeling|dobr[au] ocen|enjoyed|gefallen|plu\b|gustado|bevallen|svidel|love|recommend|empfehl|recommand|recomiend|aanbevel|preporu/i;
  for (const language of languages)
    for (const text of Object.values(printTexts[language])) expect(text, language).not.toMatch(forbidden);
});
