/**
 * The items of a platform's archive, one at a time: JSON whose list stands at the top or under `reviews`. The document
 * is cut at the ends of items and each is parsed alone, so that a file of any size needs the memory of one item.
 */
import { importLimits } from '@kindling/contract/import-files';
import { decodeParts, splitIntoSlices } from './read-table.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

export interface ArchiveItem {
  line: number;
  /** Undefined when it is no JSON. */
  value: unknown;
}

const listKey = 'reviews';

/** @throws Unreadable `not-an-archive`, `row-too-long`. */
export async function* readArchive(parts: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem[]> {
  const cutter = new ItemSplitter();
  for await (const text of splitIntoSlices(decodeParts(parts, 'utf-8'))) {
    const items = cutter.push(text);
    if (items.length > 0) yield items;
  }
  cutter.end();
}

/** Follows brackets and strings, and nothing else of JSON; what they enclose is left to the parser. */
class ItemSplitter {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The string that stands last at the top of the document: the name of what follows. */
  #name = '';
  /** How deep items lie; 0 until the list has begun. */
  #listDepth = 0;
  #listEnded = false;
  /** An item has begun and not ended. */
  #open = false;
  #item: string[] = [];
  #itemLength = 0;
  #itemLine = 0;
  #line = 1;

  /** Items that end in this piece of text. */
  push(text: string): ArchiveItem[] {
    const items: ArchiveItem[] = [];
    let from = this.#open ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '\n') this.#line += 1;
      if (this.#inString) {
        this.#followString(sign ?? '');
      } else if (sign === '"') {
        this.#inString = true;
        if (this.#depth === 1 && this.#listDepth === 0) this.#name = '';
      } else if (sign === '{' || sign === '[') {
        if (sign === '[') this.#beginList();
        this.#depth += 1;
        if (sign === '{' && !this.#open && this.#isItemDepth()) {
          this.#open = true;
          from = at;
          this.#itemLine = this.#line;
        }
      } else if (sign === '}' || sign === ']') {
        const ends = sign === '}' && this.#open && this.#isItemDepth();
        this.#depth -= 1;
        if (this.#depth < 0) throw new UnreadableFileError('not-an-archive', this.#line);
        if (ends) {
          this.#keep(text.slice(from, at + 1));
          items.push(this.#finish());
          this.#open = false;
          from = -1;
        }
        if (sign === ']' && this.#depth < this.#listDepth) this.#listEnded = true;
      }
    }
    if (from >= 0) this.#keep(text.slice(from));
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
    if (this.#depth === 0 || (this.#depth === 1 && this.#name === listKey)) this.#listDepth = this.#depth + 1;
  }

  #followString(sign: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (sign === '\\') this.#escaped = true;
    else if (sign === '"') {
      this.#inString = false;
      return;
    }
    if (this.#depth === 1 && this.#listDepth === 0 && this.#name.length <= listKey.length) this.#name += sign;
  }

  #keep(text: string): void {
    this.#item.push(text);
    this.#itemLength += text.length;
    if (this.#itemLength > importLimits.rowBytes)
      throw new UnreadableFileError('row-too-long', this.#itemLine);
  }

  #finish(): ArchiveItem {
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
