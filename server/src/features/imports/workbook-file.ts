/** Limits and types of spreadsheet files, and the detection of their container format. */
import type { ImportProblem } from '@kindling/contract/imports';

export const workbookLimits = {
  /** Size of the uploaded file in bytes. */
  packedBytes: 8 * 1024 * 1024,
  /** Unpacked size of all parts that are read, in bytes. */
  unpackedBytes: 12 * 1024 * 1024,
  entries: 2_000,
  /** Opening and closing tags of all these parts; a cell has four to eight. */
  tags: 2_000_000,
  /**
   * Size of one tag with its attributes in bytes, without the text between tags. Attributes can hold long lists of
   * ranges.
   */
  tagBytes: 32 * 1024,
  attributes: 40,
  /** Number formats, and the characters of each. Excel allows about 250 of both. */
  formats: 1_000,
  formatCharacters: 255,
} as const;

export interface Workbook {
  /** Names of the sheets in order. */
  sheets: string[];
  /** Index of the sheet that was read, counted from 0. */
  sheet: number;
  /** The non-empty rows as JSON: lists of pairs of the row number (counted from 1) and the cells. */
  pages: Uint8Array[];
}

export type WorkbookAnswer = Workbook | { problem: ImportProblem; line: number | null };

const zipSignature = [0x50, 0x4b, 3, 4];
/** Signature of the container of Excel before 2007, and of password-protected files since then. */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether the file has a container format of spreadsheets: ZIP or the older compound file. */
export function isPackedFile(bytes: Uint8Array): boolean {
  return isCompoundFile(bytes) || startsWith(bytes, zipSignature);
}

export function isCompoundFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, compoundSignature);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
