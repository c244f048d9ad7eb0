/**
 * The name and the initials of a review's author. No photo is loaded, because that would be a third-party request.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { plainText } from './plain-text.ts';

/** The number of avatar colors in the style sheet. */
export const avatarColorCount = 6;

/** A longer grapheme is a stack of combining marks that would overflow the circle. */
const longestGrapheme = 8;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The name to show, or null for an anonymous review. `short` keeps the first word and the initial of the last. A
 * short name stays unchanged, so this may run before and after a snapshot is stored.
 */
export function displayName(name: string | null, mode: EmbedSettings['author']): string | null {
  if (name === null || mode === 'hidden') return null;
  const words = plainText(name).split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return null;
  if (mode === 'full' || words.length === 1) return words.join(' ');
  return `${first} ${capital(words.at(-1) ?? '')}.`;
}

/** One or two graphemes for the avatar; empty when the name has none that can be drawn. */
export function initials(name: string): string {
  const words = plainText(name).split(/\s+/);
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = spoken[0];
  if (first === undefined) return firstGrapheme(words[0] ?? '');
  const last = spoken.length > 1 ? (spoken.at(-1) ?? '') : '';
  return firstLetter(first) + firstLetter(last);
}

/** A stable number from 0 to `avatarColorCount` - 1, so that a person has one color on every page. */
export function avatarColor(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % avatarColorCount;
}

function firstLetter(word: string): string {
  const start = word.search(/[\p{L}\p{N}]/u);
  return start < 0 ? '' : capital(word.slice(start));
}

/** Takes the first grapheme again after the change of case: some letters become two (ß, and a combining iota). */
function capital(word: string): string {
  return firstGrapheme(firstGrapheme(word).toUpperCase());
}

function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text.slice(0, 200))) {
    return segment.length <= longestGrapheme || !/^\p{L}/u.test(segment)
      ? segment.slice(0, 32)
      : String.fromCodePoint(segment.codePointAt(0) ?? 0x2e);
  }
  return '';
}
