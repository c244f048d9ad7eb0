/** What visitors write: plain text, cleaned when it arrives. */
import { createHash } from 'node:crypto';
import { toStorableText } from '../../lib/storable-text.ts';

/** Control characters but line breaks and tabs, and characters that change the direction of the text around them. */
const unwanted = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** Shorter texts are alike by chance: "Very good, thank you!". */
const minRepeatedLength = 25;

/** Null for a text without a visible character. */
export function cleanText(text: string): string | null {
  const clean = toStorableText(text).replace(unwanted, '').trim();
  return /[^\s\p{Cf}]/u.test(clean) ? clean : null;
}

/** One line, for a name or a contact. */
export function cleanLine(text: string): string | null {
  return cleanText(text.replace(/\s+/gu, ' '));
}

/** With a scheme, `www.`, a path or query behind the host, or as a number. */
const address =
  /(?:https?:\/\/|www\.)\S|(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]{1,63}\.)+[a-z]{2,24}\/\S|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/iu;
/** A host alone. After a full stop without a space the next sentence begins with a capital: "Very good.Online ordering". */
const host =
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{2,63}\.(?:com|net|org|info|shop|store|app|xyz|top|site|online|ru|cn|biz|club|link|io)\b(?![\p{L}\p{N}])/u;

/** Whether the text has a web address: the commonest sign of advertising. */
export function hasLink(text: string): boolean {
  return (
    address.test(text) ||
    host.test(text) ||
    host.test(text.replace(/[A-Z]{3,}/g, (capitals) => capitals.toLowerCase()))
  );
}

/** The same for texts that differ in case, spaces and punctuation only; null for a short text. */
export function textHash(text: string): Buffer | null {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  if (letters.length < minRepeatedLength) return null;
  return createHash('sha256').update(letters).digest();
}
