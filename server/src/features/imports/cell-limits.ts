/**
 * Counts the cells of a table before it is parsed. The parser limits the characters of a row but not its empty cells, so
 * megabytes of separators would become one row of millions of cells.
 */
import { type ImportSeparator, importLimits } from '@kindling/contract/import-files';
import { UnreadableFileError } from './unreadable-file-error.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Maximum columns of one row and maximum cells of the whole table. */
export interface CellLimits {
  columns: number;
  cells: number;
}

/**
 * Yields the text unchanged. It counts like the parser of `read-table.ts` with `relax_quotes`: a quote opens a quoted cell
 * only at the start of the cell, and the next single quote closes it, whatever follows.
 * @throws UnreadableFileError `too-many-columns`, `too-many-cells` with the line that exceeds the limit.
 */
export async function* limitCells(
  texts: AsyncIterable<string>,
  separator: ImportSeparator,
  limits: CellLimits = importLimits,
): AsyncGenerator<string> {
  const guard = new CellCounter(separator.charCodeAt(0), limits);
  for await (const text of texts) {
    guard.countText(text);
    yield text;
  }
}

class CellCounter {
  readonly #separator: number;
  readonly #limits: CellLimits;
  #quoted = false;
  /**
   * True when the previous character was a quote inside a quoted cell: it ends the cell or is the first half of an
   * escaped quote.
   */
  #afterQuote = false;
  #cellEmpty = true;
  #columns = 1;
  #cells = 0;
  #line = 1;
  #afterCarriageReturn = false;

  constructor(separator: number, limits: CellLimits) {
    this.#separator = separator;
    this.#limits = limits;
  }

  countText(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      this.#countLine(sign);
      if (!this.#quoted || !this.#staysQuoted(sign)) this.#countCharacter(sign);
    }
  }

  /** CR LF counts as one line break. */
  #countLine(sign: number): void {
    if (sign === carriageReturn || (sign === lineFeed && !this.#afterCarriageReturn)) this.#line += 1;
    this.#afterCarriageReturn = sign === carriageReturn;
  }

  /** False when the previous character was the closing quote of the cell. */
  #staysQuoted(sign: number): boolean {
    if (!this.#afterQuote) {
      this.#afterQuote = sign === quote;
      return true;
    }
    this.#afterQuote = false;
    this.#cellEmpty = false;
    if (sign === quote) return true;
    this.#quoted = false;
    return false;
  }

  #countCharacter(sign: number): void {
    if (sign === quote && this.#cellEmpty) this.#quoted = true;
    else if (sign === this.#separator) {
      this.#columns += 1;
      this.#cellEmpty = true;
      this.#countCell();
      if (this.#columns > this.#limits.columns) throw new UnreadableFileError('too-many-columns', this.#line);
    } else if (sign === lineFeed || sign === carriageReturn) {
      if (this.#columns > 1 || !this.#cellEmpty) this.#countCell();
      this.#columns = 1;
      this.#cellEmpty = true;
    } else this.#cellEmpty = false;
  }

  #countCell(): void {
    this.#cells += 1;
    if (this.#cells > this.#limits.cells) throw new UnreadableFileError('too-many-cells', this.#line);
  }
}
