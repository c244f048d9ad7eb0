/**
 * Reads our own PDFs without a PDF program: the boxes and fonts of each page, where its text is, and its drawing as SVG,
 * so that a test can look at a print on any machine. It knows the operators that our prints use, and refuses others.
 */
import { inflateSync } from 'node:zlib';

type Matrix = readonly [number, number, number, number, number, number];
export interface PdfText {
  text: string;
  /** Points from the top left corner of the page; all corners of the text's box. */
  corners: readonly (readonly [number, number])[];
  /** Points, as it is shown. */
  size: number;
}
export interface PdfPage {
  /** Left, top, right and bottom in points. */
  media: readonly number[];
  trim: readonly number[];
  bleed: readonly number[];
  texts: readonly PdfText[];
  /** Paths only: black stands for gradients, and text and pictures are missing. */
  svg: string;
}
export interface PdfContent {
  pages: readonly PdfPage[];
  fonts: readonly { name: string; embedded: boolean }[];
}

interface PdfObject {
  dictionary: string;
  stream: Buffer | null;
}

export function readPdf(bytes: Uint8Array): PdfContent {
  const objects = readObjects(Buffer.from(bytes));
  const all = [...objects.values()];
  const descriptors = all.filter(({ dictionary }) => dictionary.includes('/Type /FontDescriptor'));
  const fonts = descriptors.map(({ dictionary }) => {
    const file = /\/FontFile2? (\d+) 0 R/.exec(dictionary)?.[1];
    const name = /\/FontName \/(\S+)/.exec(dictionary)?.[1] ?? '';
    return { name, embedded: file !== undefined && (objects.get(file)?.stream?.length ?? 0) > 0 };
  });
  const kids = /\/Kids \[([^\]]*)\]/.exec(
    all.find(({ dictionary }) => dictionary.includes('/Type /Pages'))?.dictionary ?? '',
  );
  const pages = [...(kids?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id = '']) => readPage(objects, id));
  return { pages, fonts };
}

function readObjects(bytes: Buffer): Map<string, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const start = /(?:^|\n)(\d+) 0 obj\n/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const from = match.index + match[0].length;
    const end = text.indexOf('\nendobj', from);
    const streamAt = text.indexOf('\nstream\n', from);
    if (streamAt === -1 || streamAt > end) {
      objects.set(match[1] ?? '', { dictionary: text.slice(from, end), stream: null });
      continue;
    }
    const dictionary = text.slice(from, streamAt);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const stored = bytes.subarray(streamAt + 8, streamAt + 8 + length);
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(stored) : stored;
    objects.set(match[1] ?? '', { dictionary, stream });
    start.lastIndex = streamAt + 8 + length;
  }
  return objects;
}

function readPage(objects: Map<string, PdfObject>, id: string): PdfPage {
  const page = objects.get(id)?.dictionary ?? '';
  const reference = (source: string, name: string) =>
    new RegExp(`/${name} (\\d+) 0 R`).exec(source)?.[1] ?? '';
  const box = (name: string) =>
    (new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(page)?.[1] ?? '').trim().split(/\s+/).map(Number);
  const media = box('MediaBox');
  const content = objects.get(reference(page, 'Contents'))?.stream?.toString('latin1') ?? '';
  const resources = objects.get(reference(page, 'Resources'))?.dictionary ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [
      name,
      readFont(objects, font),
    ]),
  );
  const { shapes, texts } = new Interpreter(fonts, media[3] ?? 0).run(content);
  const view = `0 0 ${media[2]} ${media[3]}`;
  return {
    media,
    trim: box('TrimBox'),
    bleed: box('BleedBox'),
    texts,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${media[2]}" height="${media[3]}"><path fill="#fff" d="M0 0h${media[2]}v${media[3]}H0z"/>${shapes.join('')}</svg>`,
  };
}

interface PdfFont {
  /** By glyph: thousandths of the size. */
  widths: Map<number, number>;
  letters: Map<number, string>;
}

function readFont(objects: Map<string, PdfObject>, id: string): PdfFont {
  const font = objects.get(id)?.dictionary ?? '';
  const inner = /\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1] ?? '';
  const list = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(inner)?.dictionary ?? '')?.[1] ?? '';
  const widths = new Map(
    list
      .trim()
      .split(/\s+/)
      .map((width, glyph) => [glyph, Number(width)]),
  );
  const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '')?.stream?.toString('latin1') ?? '';
  const letters = new Map<number, string>();
  for (const [, first = '', values = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [index, [, hex = '']] of [...values.matchAll(/<([0-9a-f]+)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  return { widths, letters };
}

interface State {
  matrix: Matrix;
  fill: string;
  stroke: string;
  line: number;
  clip: string | null;
}

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

/** Runs the operators of a page (ISO 32000-1, annex A). */
class Interpreter {
  readonly #fonts: Map<string, PdfFont>;
  readonly #shapes: string[] = [];
  readonly #texts: PdfText[] = [];
  readonly #stack: State[] = [];
  #state: State;
  #path = '';
  #textMatrix: Matrix = [1, 0, 0, 1, 0, 0];
  #font: PdfFont | undefined;
  #size = 0;
  #clips = 0;
  #pendingClip = false;

  constructor(fonts: Map<string, PdfFont>, height: number) {
    this.#fonts = fonts;
    // SVG counts from the top.
    this.#state = { matrix: [1, 0, 0, -1, 0, height], fill: '#000', stroke: '#000', line: 1, clip: null };
  }

  run(content: string): { shapes: string[]; texts: PdfText[] } {
    let operands: string[] = [];
    for (const [token] of content.matchAll(/\[[^\]]*\]|<[0-9a-f]*>|[^\s[\]<>]+/gi)) {
      if (/^[-+.\d[</]/.test(token)) operands.push(token);
      else {
        this.#apply(token, operands);
        operands = [];
      }
    }
    return { shapes: this.#shapes, texts: this.#texts };
  }

  #apply(operator: string, operands: string[]): void {
    const n = operands.map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = n;
    switch (operator) {
      case 'q':
        this.#stack.push(this.#state);
        return;
      case 'Q':
        this.#state = this.#stack.pop() ?? this.#state;
        return;
      case 'cm':
        this.#set({ matrix: multiply(n as unknown as Matrix, this.#state.matrix) });
        return;
      case 'w':
        this.#set({ line: a });
        return;
      case 'm':
      case 'l':
      case 'c':
        this.#path += `${operator.toUpperCase()}${operands.join(' ')}`;
        return;
      case 're':
        this.#path += `M${a} ${b}h${c}v${d}h${-c}z`;
        return;
      case 'h':
        this.#path += 'z';
        return;
      case 'f':
      case 'f*':
      case 'S':
      case 'n':
        this.#paint(operator);
        return;
      case 'W':
        this.#pendingClip = true;
        return;
      case 'sc':
      case 'scn':
      case 'SC':
      case 'SCN':
        this.#set({ [operator.startsWith('s') ? 'fill' : 'stroke']: colorOf(operands) });
        return;
      case 'BT':
        this.#textMatrix = [1, 0, 0, 1, 0, 0];
        return;
      case 'Tm':
        this.#textMatrix = n as unknown as Matrix;
        return;
      case 'Tf':
        this.#font = this.#fonts.get((operands[0] ?? '').slice(1));
        this.#size = b;
        return;
      case 'TJ':
        this.#show(operands[0] ?? '');
        return;
      // Color spaces, transparency, ends and dashes of lines, the mode of text, and pictures.
      case 'cs':
      case 'CS':
      case 'gs':
      case 'J':
      case 'j':
      case 'd':
      case 'M':
      case 'Tr':
      case 'ET':
      case 'Do':
        return;
      default:
        throw new Error(`A PDF operator that the reader does not know: ${operator}`);
    }
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  #paint(operator: string): void {
    const { matrix, fill, stroke, line, clip } = this.#state;
    const transform = `matrix(${matrix.join(' ')})`;
    if (this.#pendingClip) {
      this.#clips += 1;
      this.#shapes.push(
        `<clipPath id="c${this.#clips}"><path transform="${transform}" d="${this.#path}"/></clipPath>`,
      );
      this.#set({ clip: `c${this.#clips}` });
      this.#pendingClip = false;
    } else if (operator !== 'n') {
      const paint =
        operator === 'S' ? `fill="none" stroke="${stroke}" stroke-width="${line}"` : `fill="${fill}"`;
      const shape = `<path transform="${transform}" ${paint} d="${this.#path}"/>`;
      this.#shapes.push(clip === null ? shape : `<g clip-path="url(#${clip})">${shape}</g>`);
    }
    this.#path = '';
  }

  /** Numbers between the strings move the next letter back, in thousandths of the size. */
  #show(array: string): void {
    let [at, text] = [0, ''];
    for (const [token] of array.matchAll(/<[0-9a-f]*>|-?[\d.]+/gi)) {
      if (!token.startsWith('<')) {
        at -= Number(token);
        continue;
      }
      for (const [hex] of token.matchAll(/[0-9a-f]{4}/gi)) {
        const glyph = Number.parseInt(hex, 16);
        at += this.#font?.widths.get(glyph) ?? Number.NaN;
        text += this.#font?.letters.get(glyph) ?? '\ufffd';
      }
    }
    const matrix = multiply(this.#textMatrix, this.#state.matrix);
    const width = (at / 1000) * this.#size;
    // From the lowest stroke to the top of capital letters.
    const [low, high] = [-0.21 * this.#size, 0.75 * this.#size];
    const place = (x: number, y: number) =>
      [x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]] as const;
    const corners = [place(0, low), place(width, low), place(width, high), place(0, high)];
    this.#texts.push({ text, corners, size: this.#size * Math.hypot(matrix[0], matrix[1]) });
  }
}

function colorOf(operands: readonly string[]): string {
  if (operands.some((operand) => operand.startsWith('/'))) return '#000';
  return `rgb(${operands.map((value) => Math.round(Number(value) * 255)).join(',')})`;
}
