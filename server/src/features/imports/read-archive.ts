/**
 * Reads the items of a platform's archive: JSON with the list at the top level or under `reviews`. It splits the document
 * into items and parses each one alone, so that a file of any size needs the memory of one item.
 */
import { importLimits } from '@kindling/contract/import-files';
import { decodeParts, splitIntoSlices } from './read-table.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

export interface ArchiveItem {
  line: number;
  /** Undefined when the item is not valid JSON. */
  value: unknown;
}

const listKey = 'reviews';

/** @throws UnreadableFileError `not-an-archive`, `row-too-long`. */
export async function* readArchive(parts: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem[]> {
  const cutter = new ItemSplitter();
  for await (const text of splitIntoSlices(decodeParts(parts, 'utf-8'))) {
    const items = cutter.push(text);
    if (items.length > 0) yield items;
  }
  cutter.end();
}

/** Tracks brackets and strings only; the JSON parser checks the rest of each item. */
class ItemSplitter {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string at the top level of the document, which is the key of the value that follows. */
  #lastKey = '';
  /** Nesting depth of the list; 0 until the list starts. */
  #listDepth = 0;
  #listEnded = false;
  /** Whether an item has started and not ended. */
  #itemOpen = false;
  #item: string[] = [];
  #itemLength = 0;
  #itemLine = 0;
  #line = 1;

  /** Adds text and returns the items that end in it. */
  push(text: string): ArchiveItem[] {
    const items: ArchiveItem[] = [];
    let from = this.#itemOpen ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '\n') this.#line += 1;
      if (this.#inString) {
        this.#readStringCharacter(sign ?? '');
      } else if (sign === '"') {
        this.#inString = true;
        if (this.#depth === 1 && this.#listDepth === 0) this.#lastKey = '';
      } else if (sign === '{' || sign === '[') {
        if (sign === '[') this.#beginList();
        this.#depth += 1;
        if (sign === '{' && !this.#itemOpen && this.#isItemDepth()) {
          this.#itemOpen = true;
          from = at;
          this.#itemLine = this.#line;
        }
      } else if (sign === '}' || sign === ']') {
        const ends = sign === '}' && this.#itemOpen && this.#isItemDepth();
        this.#depth -= 1;
        if (this.#depth < 0) throw new UnreadableFileError('not-an-archive', this.#line);
        if (ends) {
          this.#append(text.slice(from, at + 1));
          items.push(this.#finishItem());
          this.#itemOpen = false;
          from = -1;
        }
        if (sign === ']' && this.#depth < this.#listDepth) this.#listEnded = true;
      }
    }
    if (from >= 0) this.#append(text.slice(from));
    return items;
  }

  end(): void {
    if (this.#listDepth === 0 || this.#depth !== 0 || this.#inString)
      throw new UnreadableFileError('not-an-archive');
  }

  #isItemDepth(): boolean {
    return this.#listDepth > 0 && !this.#listEnded && this.#depth === this.#listDepth + 1;
  }

  #beginList(): void {
    if (this.#listDepth > 0) return;
    if (this.#depth === 0 || (this.#depth === 1 && this.#lastKey === listKey))
      this.#listDepth = this.#depth + 1;
  }

  #readStringCharacter(sign: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (sign === '\\') this.#escaped = true;
    else if (sign === '"') {
      this.#inString = false;
      return;
    }
    if (this.#depth === 1 && this.#listDepth === 0 && this.#lastKey.length <= listKey.length)
      this.#lastKey += sign;
  }

  #append(text: string): void {
    this.#item.push(text);
    this.#itemLength += text.length;
    if (this.#itemLength > importLimits.rowBytes)
      throw new UnreadableFileError('row-too-long', this.#itemLine);
  }

  #finishItem(): ArchiveItem {
    const text = this.#item.join('');
    this.#item = [];
    this.#itemLength = 0;
    try {
      return { line: this.#itemLine, value: JSON.parse(text) as unknown };
    } catch {
      return { line: this.#itemLine, value: undefined };
    }
  }
}
