/**
 * Refuses XML that no spreadsheet program writes and that would block the library: its time grows with the square of the
 * length for long tags, long number formats and unterminated texts.
 */
import { Buffer } from 'node:buffer';
import { importLimits } from '@kindling/contract/import-files';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { workbookLimits } from './workbook-file.ts';

const [less, greater, quote, apostrophe, equals] = [...Buffer.from(`<>"'=`)];

/** Markup with its own end marker: start, end, and maximum size in bytes. */
const specialMarkup = [
  ['<!--', '-->', workbookLimits.tagBytes],
  ['<![CDATA[', ']]>', importLimits.rowBytes],
  ['<?', '?>', workbookLimits.tagBytes],
] as const;

/** A cell's address and a number format, in a tag with any prefix: `<x:c r="A1">`, `<numFmt formatCode="0">`. */
const cellTag = /^<(?:[\w.-]+:)?c\s/;
const cellPlace = /\sr\s*=\s*(["'])(.*?)\1/s;
const formatTag = /^<(?:[\w.-]+:)?numFmt\s/;
const formatCode = /\sformatCode\s*=\s*(["'])(.*?)\1/s;
/** One character written as an XML entity. */
const entity = /&[#\w]{1,8};/g;
const cellPlacePattern = /^[A-Z]{1,3}\d{1,7}$/;

/** @throws UnreadableFileError `workbook-too-large`, `workbook-damaged`, or `row-too-long` for a text between tags. */
export function assertSafeXml(parts: readonly Uint8Array[]): void {
  const count = { tags: 0, formats: 0 };
  for (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
    // Spreadsheet programs declare no entities, and a few bytes can declare one that expands to gigabytes.
    if (bytes.includes('<!DOCTYPE')) throw new UnreadableFileError('workbook-damaged');
    scanTags(bytes, count);
  }
}

function scanTags(bytes: Buffer, count: { tags: number; formats: number }): void {
  let at = 0;
  for (;;) {
    const start = bytes.indexOf(less ?? 0, at);
    if ((start === -1 ? bytes.length : start) - at > importLimits.rowBytes)
      throw new UnreadableFileError('row-too-long');
    if (start === -1) return;
    count.tags += 1;
    if (count.tags > workbookLimits.tags) throw new UnreadableFileError('workbook-too-large');
    at = endOfSpecialMarkup(bytes, start) ?? endOfTag(bytes, start);
    const letter = bytes[start + 1];
    // Skip closing tags and tags too short for attributes.
    if (letter === 0x2f || at - start < 8) continue;
    assertTag(bytes.toString('utf8', start, at), count);
  }
}

function endOfSpecialMarkup(bytes: Buffer, start: number): number | null {
  const second = bytes[start + 1];
  if (second !== 0x21 && second !== 0x3f) return null;
  for (const [open, close, most] of specialMarkup) {
    if (bytes.toString('latin1', start, start + open.length) !== open) continue;
    const end = bytes.indexOf(close, start + open.length);
    if (end === -1) throw new UnreadableFileError('workbook-damaged');
    if (end - start > most) throw new UnreadableFileError('workbook-too-large');
    return end + close.length;
  }
  return null;
}

/** The index after a tag. A `>` in an attribute value does not end it; a `<` inside a tag is invalid. */
function endOfTag(bytes: Buffer, start: number): number {
  let within: number | undefined;
  let attributes = 0;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === less) throw new UnreadableFileError('workbook-damaged');
    if (at - start > workbookLimits.tagBytes) throw new UnreadableFileError('workbook-too-large');
    if (within !== undefined) {
      if (byte === within) within = undefined;
    } else if (byte === greater) return at + 1;
    else if (byte === quote || byte === apostrophe) within = byte;
    else if (byte === equals) {
      attributes += 1;
      if (attributes > workbookLimits.attributes) throw new UnreadableFileError('workbook-too-large');
    }
  }
  throw new UnreadableFileError('workbook-damaged');
}

function assertTag(tag: string, count: { formats: number }): void {
  if (cellTag.test(tag)) {
    const found = cellPlace.exec(tag)?.[2];
    if (found !== undefined && !cellPlacePattern.test(found))
      throw new UnreadableFileError('workbook-damaged');
  } else if (formatTag.test(tag)) {
    count.formats += 1;
    const characters = (formatCode.exec(tag)?.[2] ?? '').replace(entity, 'x').length;
    if (count.formats > workbookLimits.formats || characters > workbookLimits.formatCharacters)
      throw new UnreadableFileError('workbook-too-large');
  }
}
