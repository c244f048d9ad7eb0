/** What the values of one column tell, learned row by row. */
import type { ImportColumn } from '@kindling/contract/imports';
import { plainText } from '../../lib/plain-text.ts';
import { orderOf } from './dates.ts';
import { readRating } from './ratings.ts';

/** Values of a column that are tried as dates before it counts as none. */
const triedAsDates = 200;
const exampleLength = 80;
/** Longer texts are no dates and no ratings. */
const longestShort = 60;

export class ColumnTrace {
  /** Its heading, or empty. */
  name: string;
  /** The cell of the first row, which may be a heading or a value. */
  readonly head: string;
  example = '';
  relative = false;
  #filled = 0;
  #characters = 0;
  #links = 0;
  #stars = 0;
  /** Values that only a scale of ten has, and those that not even that has. */
  #overFive = 0;
  #overTen = 0;
  #dates = { dmy: 0, mdy: 0, either: 0, clear: 0, relative: 0 };

  constructor(head: string) {
    this.head = head.trim();
    this.name = plainText(head, 200).trim();
  }

  look(value: string): void {
    if (value === '') return;
    this.#filled += 1;
    this.#characters += value.length;
    if (this.example === '') this.example = plainText(value.slice(0, exampleLength)).replace(/\s+/g, ' ');
    if (value.startsWith('https://') || value.startsWith('http://')) this.#links += 1;
    this.#lookAtNumber(value);
    if (this.#filled > triedAsDates && this.#dated() * 2 < triedAsDates) return;
    const order = value.length > longestShort ? null : orderOf(value);
    if (order === null) return;
    this.#dates[order] += 1;
    if (order === 'relative') this.relative = true;
  }

  #lookAtNumber(value: string): void {
    if (value.length > 5) return;
    const number = Number(value.replace(',', '.'));
    if (number > 10) this.#overTen += 1;
    else if (number > 5) this.#overFive += 1;
    const read = readRating(value, 10);
    if (!('fault' in read) && read.rating !== null) this.#stars += 1;
  }

  /**
   * Proposed when more than one value in a hundred needs it, and not for a single one: whatever is beyond its scale is a
   * fault of its row, and a slip of the hand must not turn five stars into three.
   */
  scale(): 5 | 10 {
    const hundredth = this.#filled / 100;
    return this.#overFive > Math.max(1, hundredth) && this.#overTen <= hundredth ? 10 : 5;
  }

  #dated(): number {
    const { dmy, mdy, either, clear, relative } = this.#dates;
    return dmy + mdy + either + clear + relative;
  }

  /** One value that fits one way only decides for the whole column, as long as no other says the opposite. */
  dates(): ImportColumn['dates'] {
    const { dmy, mdy, either } = this.#dates;
    if (this.#dated() * 2 < Math.min(this.#filled, triedAsDates) || this.#dated() === 0) return null;
    if (dmy > 0 && mdy > 0) return 'mixed';
    if (dmy > 0) return 'dmy';
    if (mdy > 0) return 'mdy';
    return either > 0 ? 'ask' : 'clear';
  }

  /** Nearly all values are stars or points. */
  isRating(): boolean {
    return this.#filled > 0 && this.#stars >= this.#filled * 0.9;
  }

  isLink(): boolean {
    return this.#filled > 0 && this.#links >= this.#filled * 0.9;
  }

  /** Mean length of its values; 0 when there are none. */
  length(): number {
    return this.#filled === 0 ? 0 : this.#characters / this.#filled;
  }
}
