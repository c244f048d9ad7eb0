/** A code as SVG and as pixels. The pixels are for a child process: drawing a large picture takes a second. */
import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ScanResult } from '@kindling/contract/scan-problems';
import { outlinedText } from '@kindling/guest/qr/frame-text';
import { makeMatrix } from '@kindling/guest/qr/matrix';
import { checkScan } from '@kindling/guest/qr/scan-check';
import { codeSvg } from '@kindling/guest/qr/svg';
import type { Language } from '@kindling/locales/languages.ts';
import { printTexts } from '@kindling/locales/print.ts';

export interface CodeToDraw {
  /** What the code holds: an address. */
  content: string;
  /** Checked by `codeDesignSchema`. */
  design: CodeDesign;
  /** Of the call to action, when the design has none of its own. */
  language: Language;
}

/** Nominal width of a downloaded SVG in pixels. */
const svgWidth = 1024;

/** @throws RangeError for a content that is too long for a code */
export function drawSvg({ content, design, language }: CodeToDraw, width = svgWidth): string {
  const matrix = makeMatrix(content, design.errorLevel);
  if (matrix === null) throw new RangeError('The content is too long for a QR code.');
  const { callToAction } = printTexts[language];
  return codeSvg(matrix, { design, callToAction, text: outlinedText, width }).svg;
}

async function drawPixels(svg: string, size: number | null) {
  const { Resvg } = await import('@resvg/resvg-js');
  // Without outlines the text of a frame needs a font of this machine; without one it is left out.
  const font = { loadSystemFonts: svg.includes('<text') };
  if (size === null) return new Resvg(svg, { font }).render();
  const [, width = '1', height = '1'] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const mode = Number(width) >= Number(height) ? 'width' : 'height';
  return new Resvg(svg, { font, fitTo: { mode, value: size } }).render();
}

/** @param size pixels of the longer side */
export async function drawPng(code: CodeToDraw, size: number): Promise<Buffer> {
  return (await drawPixels(drawSvg(code), size)).asPng();
}

/** The scan check of the finished picture; `guest/src/qr/scan-check.ts` says how. */
export function checkCode({ content, design, language }: CodeToDraw): Promise<ScanResult> {
  const { callToAction } = printTexts[language];
  return checkScan({
    content,
    design,
    callToAction,
    text: outlinedText,
    async render(svg) {
      const { pixels, width, height } = await drawPixels(svg, null);
      return { data: new Uint8ClampedArray(pixels), width, height };
    },
  });
}
