/** What the form's input leads to: a drawing, or the reasons why there is none. */
import type { CodeDesign } from '@kindling/contract/code-looks';
import { colorVerdicts, designProblems } from '@kindling/guest/qr/design-problems';
import { type Matrix, makeMatrix } from '@kindling/guest/qr/matrix';
import { type CodePicture, codeSvg, type TextPainter } from '@kindling/guest/qr/svg';
import { type ContentKind, readContent } from './content.ts';
import { fitInPicture, minPictureSize, pictureSizes } from './picture-size.ts';

export interface GeneratorInput {
  kind: ContentKind;
  typed: string;
  design: CodeDesign;
  /** NaN for an empty field. */
  size: number;
}

export interface GeneratorResult {
  value: string;
  /** Null while there is nothing to draw. */
  matrix: Matrix | null;
  /** The drawing with a nominal width. */
  draw(width: number): CodePicture | null;
  vector: boolean;
  picture: boolean;
  /** Weak colors get a warning and are not refused. */
  designRefused: boolean;
  problems: { content: string; colors: string; size: string };
}

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** @param text draws the words of a frame */
export function evaluate(input: GeneratorInput, text: TextPainter, say: Translate): GeneratorResult {
  const { kind, typed, design, size } = input;
  const content = readContent(kind, typed);
  const matrix = content.ok ? makeMatrix(content.value, design.errorLevel) : null;
  const draw = (width: number) =>
    matrix === null ? null : codeSvg(matrix, { design, callToAction: say('callToAction'), text, width });
  const refusal = designRefusal(design);
  const sized = Number.isInteger(size) && size >= pictureSizes.least && size <= pictureSizes.most;
  const box = draw(1)?.box ?? null;
  const fit = sized && box !== null ? fitInPicture(box, size) : null;
  const vector = matrix !== null && refusal === null;
  const isWeak = colorVerdicts(design).includes('weak');
  const problems = {
    content: content.ok ? (matrix === null ? say('tooLong') : '') : say(content.problem),
    colors: refusal === null ? (isWeak ? say('weak') : '') : say(refusal),
    size: '',
  };
  if (!sized) problems.size = say('size');
  else if (box !== null && fit === null) problems.size = say('tooSmall', { least: minPictureSize(box) });
  return {
    value: content.ok ? content.value : '',
    matrix,
    draw,
    vector,
    picture: vector && fit !== null,
    designRefused: refusal !== null,
    problems,
  };
}

/** The key of the text that says why; null for a design that can be drawn. */
function designRefusal(design: CodeDesign): string | null {
  const problems = designProblems(design);
  if (problems.includes('contrast')) return 'low';
  if (problems.includes('inverted')) return 'inverted';
  if (problems.includes('text-contrast')) return 'textContrast';
  return problems.includes('corners') ? 'corners' : null;
}
