/** The picture of a code in the browser, by the same drawing as every file. */
import type { CodeDesign } from '@kindling/contract/code-looks';
import { outlinedText } from '@kindling/guest/qr/frame-text';
import { makeMatrix } from '@kindling/guest/qr/matrix';
import { codeSvg } from '@kindling/guest/qr/svg';

export interface DrawnCode {
  content: string;
  design: CodeDesign;
  /** Of a frame without a text of its own. */
  callToAction: string;
}

/** The SVG, or null while the content is too long for the error correction. */
export function drawCode({ content, design, callToAction }: DrawnCode, width = 512): string | null {
  const matrix = makeMatrix(content, design.errorLevel);
  return matrix === null ? null : codeSvg(matrix, { design, callToAction, text: outlinedText, width }).svg;
}
