/** Turns pasted lines into the names of codes. No imports, because the browser reads while somebody types. */

const range = /^(?<before>.*?)(?<first>\d{1,4})\s*(?:-|–|—|\.\.|…)\s*(?<last>\d{1,4})$/u;

/**
 * One name per line, comma or semicolon, in their order and without repetition. `Table 1-20` gives twenty names; numbers
 * that begin with zeros keep their width. A range that counts backwards, or to more than `most` names, is one name.
 */
export function readCodeNames(text: string, most: number): string[] {
  const names = text
    .split(/[\n\r,;\t]+/u)
    .map((line) => line.trim().replace(/\s+/gu, ' '))
    .filter((line) => line !== '')
    .flatMap((line) => expandRange(line, most));
  return [...new Set(names)];
}

function expandRange(line: string, most: number): string[] {
  const { before = '', first = '', last = '' } = range.exec(line)?.groups ?? {};
  const [from, to] = [Number(first), Number(last)];
  if (first === '' || to < from || to - from >= most) return [line];
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = String(from + index).padStart(first.startsWith('0') ? first.length : 1, '0');
    return `${before}${number}`.trim();
  });
}

/** What all names of a range begin with: "Table" for "Table 1-20"; empty where the lines have nothing in common. */
export function commonStart(names: readonly string[]): string {
  const [first = '', ...others] = names.map((name) => name.replace(/\s*\d+$/u, ''));
  return others.length > 0 && others.every((name) => name === first) ? first : '';
}
