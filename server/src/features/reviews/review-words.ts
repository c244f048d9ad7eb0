/**
 * The words of a review as the column `search` stores them, and queries over them. Each word begins with a key of its account,
 * so that an index over all accounts is read for one account only.
 */
import { createHash } from 'node:crypto';
import { maxTextWords, type SearchPart, type SearchWord, tokensOf } from '@kindling/contract/search-words';

/** What of a review is searched. */
export interface ReviewTexts {
  authorName: string | null;
  text: string | null;
  translation: string | null;
  replyText: string | null;
}

/**
 * Weight of each text and how many of its words are stored. Positions end at 16,383, so the sum with the gaps between the
 * texts stays below.
 */
const fields = [
  ['authorName', 'A', 50],
  ['text', 'B', maxTextWords],
  ['translation', 'C', maxTextWords],
  ['replyText', 'D', 3_000],
] as const satisfies readonly [keyof ReviewTexts, string, number][];
/** No phrase reaches from one text into the next. */
const gap = 50;
/** The database stores at most 1 MB of words for a row. */
const maxBytes = 400_000;
/** How many places of one word the database stores. */
const maxPositions = 255;

/** The key of an account's words. It separates accounts in the index; that they see their own rows only is not its matter. */
export function wordKey(accountId: string): string {
  return createHash('md5').update(accountId).digest('hex').slice(0, 8);
}

/** The value of `search` in PostgreSQL's own notation, with positions and weights. Never null, so that it counts as made. */
export function searchVector(accountId: string, texts: ReviewTexts): string {
  const key = wordKey(accountId);
  const places = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  for (const [field, weight, most] of fields) {
    const last = position + most;
    for (const { forms } of tokensOf(texts[field] ?? '')) {
      if (position >= last || bytes > maxBytes) break;
      position += 1;
      for (const { text } of forms) {
        const known = places.get(text);
        if (known === undefined) bytes += key.length + Buffer.byteLength(text);
        if (known === undefined) places.set(text, [`${position}${weight}`]);
        else if (known.length < maxPositions) known.push(`${position}${weight}`);
      }
    }
    position += gap;
  }
  return [...places].map(([word, at]) => `'${key}${word}':${at.join(',')}`).join(' ');
}

/** How exactly a query asks: for beginnings of words as typed, for the whole words, in any text or in the author's name. */
type Exactness = 'typed' | 'whole' | 'author';

/** The query for a search in PostgreSQL's own notation; null for a search without words, which matches nothing. */
export function searchQuery(
  accountId: string,
  parts: readonly SearchPart[],
  exactness: Exactness = 'typed',
): string | null {
  if (parts.length === 0) return null;
  const key = wordKey(accountId);
  return parts.map((part) => part.map((word) => wordQuery(key, word, exactness)).join(' <-> ')).join(' & ');
}

/** All words in the order in which they were typed, next to each other; null where that asks nothing more. */
export function phraseQuery(accountId: string, parts: readonly SearchPart[]): string | null {
  return parts.length < 2 ? null : searchQuery(accountId, [parts.flat()], 'whole');
}

function wordQuery(key: string, { forms, prefix }: SearchWord, exactness: Exactness): string {
  const suffix = `${prefix && exactness === 'typed' ? '*' : ''}${exactness === 'author' ? 'A' : ''}`;
  const words = forms.map((form) => `'${key}${form}'${suffix === '' ? '' : `:${suffix}`}`);
  return words.length === 1 ? (words[0] ?? '') : `(${words.join(' | ')})`;
}
