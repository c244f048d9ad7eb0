/** A place in a text with what is around it, on one line. */
export interface Excerpt {
  before: string;
  found: string;
  after: string;
}

/** @param length UTF-16 units before the place and after it; words that would be cut are left out */
export function excerptAround(
  text: string,
  [start, end]: readonly [number, number],
  length: number,
): Excerpt {
  const line = (part: string) => part.toWellFormed().replace(/\s+/g, ' ');
  const isSplit = (at: number) =>
    /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
  /** A cut moves out of the middle of a character. */
  const cut = (at: number) => (isSplit(at) ? at + 1 : at);
  const before = text.slice(cut(Math.max(0, start - length)), start);
  const after = text.slice(end, cut(end + length));
  return {
    before: line(start > length ? `…${before.replace(/^\S*\s/u, '')}` : before).trimStart(),
    found: text.slice(start, end).toWellFormed(),
    after: line(text.length > end + length ? `${after.replace(/\s\S*$/u, '')}…` : after).trimEnd(),
  };
}
