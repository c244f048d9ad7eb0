/** What the values of one column tell, learned row by row. */
import type { ImportColumn } from '@kindling/contract/imports';
import { toStorableText } from '../../lib/storable-text.ts';
import { detectDateOrder } from './dates.ts';
import { parseRating } from './ratings.ts';

/** Values of a column that are tried as dates before it counts as none. */
const maxDateSamples = 200;
const exampleLength = 80;
/** Longer texts are no dates and no ratings. */
const maxShortLength = 60;
/** Values of a column that are looked at for names and recommendations. */
const maxTextSamples = 1_000;
/** A letter and no digit; and one to four words, each with a capital or in a script without, and no sign of a sentence. */
const lettersOnly = /^(?=.*\p{L})\P{N}*$/su;
const nameShape = /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*(?:\s+|$)){1,4}$/u;

export class ColumnProfile {
  /** Its heading, or empty. */
  name: string;
  /** The cell of the first row, which may be a heading or a value. */
  readonly firstCell: string;
  example = '';
  relative = false;
  #filled = 0;
  #characters = 0;
  #links = 0;
  #stars = 0;
  /** Values that only a scale of ten has, and those that not even that has. */
  #overFive = 0;
  #overTen = 0;
  /** Of the values looked at: with letters and no digits, such that may be names, and recommendations. */
  #words = { tried: 0, letters: 0, names: 0, opinions: 0 };
  #likeHead = 0;
  #dates = { dmy: 0, mdy: 0, either: 0, clear: 0, relative: 0 };

  constructor(head: string) {
    this.firstCell = head.trim();
    this.name = toStorableText(head, 200).trim();
  }

  addValue(value: string): void {
    if (value === '') return;
    this.#filled += 1;
    this.#characters += value.length;
    if (this.example === '')
      this.example = toStorableText(value.slice(0, exampleLength)).replace(/\s+/g, ' ');
    if (value.startsWith('https://') || value.startsWith('http://')) this.#links += 1;
    this.#lookAtNumber(value);
    this.#lookAtWords(value);
    if (this.#filled > maxDateSamples && this.#dated() * 2 < maxDateSamples) return;
    const order = value.length > maxShortLength ? null : detectDateOrder(value);
    if (order === null) return;
    this.#dates[order] += 1;
    if (order === 'relative') this.relative = true;
  }

  #lookAtNumber(value: string): void {
    if (value.length > 5) return;
    const number = Number(value.replace(',', '.'));
    if (number > 10) this.#overTen += 1;
    else if (number > 5) this.#overFive += 1;
    const read = parseRating(value, 10);
    if (!('fault' in read) && read.rating !== null) this.#stars += 1;
  }

  #lookAtWords(value: string): void {
    const words = this.#words;
    if (words.tried >= maxTextSamples) return;
    words.tried += 1;
    if (value === this.firstCell) this.#likeHead += 1;
    if (value.length > maxShortLength) {
      words.letters += 1;
      return;
    }
    if (lettersOnly.test(value)) words.letters += 1;
    if (nameShape.test(value)) words.names += 1;
    const read = parseRating(value, 10);
    if (!('fault' in read) && read.recommendation !== null) words.opinions += 1;
  }

  /**
   * Proposed when more than one value in a hundred needs it, and not for a single one: whatever is beyond its scale is a
   * fault of its row, and a slip of the hand must not turn five stars into three.
   */
  guessScale(): 5 | 10 {
    const hundredth = this.#filled / 100;
    return this.#overFive > Math.max(1, hundredth) && this.#overTen <= hundredth ? 10 : 5;
  }

  #dated(): number {
    const { dmy, mdy, either, clear, relative } = this.#dates;
    return dmy + mdy + either + clear + relative;
  }

  /** One value that fits one way only decides for the whole column, as long as no other says the opposite. */
  dateOrder(): ImportColumn['dates'] {
    const { dmy, mdy, either } = this.#dates;
    if (this.#dated() * 2 < Math.min(this.#filled, maxDateSamples) || this.#dated() === 0) return null;
    if (dmy > 0 && mdy > 0) return 'mixed';
    if (dmy > 0) return 'dmy';
    if (mdy > 0) return 'mdy';
    return either > 0 ? 'ask' : 'clear';
  }

  /** Nearly all values are stars or points. */
  isRating(): boolean {
    return this.#filled > 0 && this.#stars >= this.#filled * 0.9;
  }

  /** Nearly all values recommend or do not. */
  isRecommendation(): boolean {
    return this.#words.opinions > 0 && this.#words.opinions >= this.#words.tried * 0.9;
  }

  /** What stands in the first row is one of its values. */
  repeatsFirstCell(): boolean {
    return this.#likeHead > 0;
  }

  /** Most values are words. */
  isMostlyText(): boolean {
    return this.#words.letters > 0 && this.#words.letters * 2 >= this.#words.tried;
  }

  /** Share of values that may be names. */
  nameShare(): number {
    return this.#words.tried === 0 ? 0 : this.#words.names / this.#words.tried;
  }

  isLink(): boolean {
    return this.#filled > 0 && this.#links >= this.#filled * 0.9;
  }

  /** Mean length of its values; 0 when there are none. */
  meanLength(): number {
    return this.#filled === 0 ? 0 : this.#characters / this.#filled;
  }
}
