/** What is known of a spreadsheet's file before it is unpacked, and what comes out of it. */
import type { ImportProblem } from '@kindling/contract/imports';

export const workbookLimits = {
  /** Bytes of the file as it is sent. */
  packedBytes: 8 * 1024 * 1024,
  /** Bytes of all its parts that are read, unpacked. */
  unpackedBytes: 12 * 1024 * 1024,
  entries: 2_000,
  /** Opening and closing tags of all these parts: a cell has four to eight. */
  tags: 2_000_000,
  /**
   * Bytes of one tag with its attributes, lists of ranges among them; what stands between tags is text and is not meant.
   */
  tagBytes: 32 * 1024,
  attributes: 40,
  /** Formats for numbers, of which Excel takes about 250, and the characters of each, of which it takes as many. */
  formats: 1_000,
  formatCharacters: 255,
} as const;

export interface Workbook {
  /** Names of the sheets, in their order. */
  sheets: string[];
  /** The one that was read, counted from 0. */
  sheet: number;
  /** Its rows that are not empty: JSON, a list of pairs of a row's number (counted from 1) and its cells. */
  pages: Uint8Array[];
}

export type WorkbookAnswer = Workbook | { problem: ImportProblem; line: number | null };

const zipSignature = [0x50, 0x4b, 3, 4];
/** The container of programs before 2007, and of what is locked with a password since. */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** True for what spreadsheet programs write and for other files that are packed like it. */
export function isPackedFile(bytes: Uint8Array): boolean {
  return isCompoundFile(bytes) || startsWith(bytes, zipSignature);
}

export function isCompoundFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, compoundSignature);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
