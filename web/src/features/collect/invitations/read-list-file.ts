import { requestLimits } from '@kindling/contract/review-request-limits';

export type ListFileProblem = 'tooLarge' | 'spreadsheet' | 'empty';

/** The first bytes of a ZIP file, as which spreadsheet programs save, and of the older format of spreadsheets (CFB). */
const spreadsheetStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The text of a CSV file. Spreadsheet programs write UTF-8, UTF-16 with its mark, or the old Western code page. */
export async function readListFile(file: File): Promise<{ text: string } | { problem: ListFileProblem }> {
  if (file.size === 0) return { problem: 'empty' };
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (spreadsheetStarts.some((marks) => marks.every((byte, at) => start[at] === byte)))
    return { problem: 'spreadsheet' };
  // A character of UTF-16 is two bytes in the file, and one in the limit.
  if (file.size > requestLimits.textBytes * 2) return { problem: 'tooLarge' };
  const text = decodeList(new Uint8Array(await file.arrayBuffer()));
  if (text.length > requestLimits.textBytes) return { problem: 'tooLarge' };
  return text.trim() === '' ? { problem: 'empty' } : { text };
}

function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
