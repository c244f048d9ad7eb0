/** Collects statistics about the values of one column, row by row, to guess what the column contains. */
import type { ImportColumn } from '@kindling/contract/imports';
import { toStorableText } from '../../lib/storable-text.ts';
import { detectDateOrder } from './dates.ts';
import { parseRating } from './ratings.ts';

/** After this many values without enough dates, a column is not checked for dates any more. */
const maxDateSamples = 200;
const exampleLength = 80;
/** Longer texts are neither dates nor ratings. */
const maxShortLength = 60;
/** How many values of a column are checked for names and recommendations. */
const maxTextSamples = 1_000;
/**
 * `lettersOnly`: a letter and no digit. `nameShape`: one to four words that start with a capital, or in a script without
 * capitals, and no punctuation of a sentence.
 */
const lettersOnly = /^(?=.*\p{L})\P{N}*$/su;
const nameShape = /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*(?:\s+|$)){1,4}$/u;

export class ColumnProfile {
  /** The heading; empty without one. */
  name: string;
  /** The cell in the first row, which can be a heading or a value. */
  readonly firstCell: string;
  example = '';
  relative = false;
  #valueCount = 0;
  #totalLength = 0;
  #linkCount = 0;
  #ratingCount = 0;
  /** Numbers above five, which need a scale of ten, and numbers above ten. */
  #overFive = 0;
  #overTen = 0;
  /** Counts of the checked values: all, with letters and no digits, possible names, and recommendations. */
  #textCounts = { samples: 0, letters: 0, names: 0, recommendations: 0 };
  #firstCellRepeats = 0;
  #dateCounts = { dmy: 0, mdy: 0, either: 0, clear: 0, relative: 0 };

  constructor(firstCell: string) {
    this.firstCell = firstCell.trim();
    this.name = toStorableText(firstCell, 200).trim();
  }

  addValue(value: string): void {
    if (value === '') return;
    this.#valueCount += 1;
    this.#totalLength += value.length;
    if (this.example === '')
      this.example = toStorableText(value.slice(0, exampleLength)).replace(/\s+/g, ' ');
    if (value.startsWith('https://') || value.startsWith('http://')) this.#linkCount += 1;
    this.#addNumber(value);
    this.#addText(value);
    if (this.#valueCount > maxDateSamples && this.#dateCount() * 2 < maxDateSamples) return;
    const order = value.length > maxShortLength ? null : detectDateOrder(value);
    if (order === null) return;
    this.#dateCounts[order] += 1;
    if (order === 'relative') this.relative = true;
  }

  #addNumber(value: string): void {
    if (value.length > 5) return;
    const number = Number(value.replace(',', '.'));
    if (number > 10) this.#overTen += 1;
    else if (number > 5) this.#overFive += 1;
    const parsed = parseRating(value, 10);
    if (!('fault' in parsed) && parsed.rating !== null) this.#ratingCount += 1;
  }

  #addText(value: string): void {
    const counts = this.#textCounts;
    if (counts.samples >= maxTextSamples) return;
    counts.samples += 1;
    if (value === this.firstCell) this.#firstCellRepeats += 1;
    if (value.length > maxShortLength) {
      counts.letters += 1;
      return;
    }
    if (lettersOnly.test(value)) counts.letters += 1;
    if (nameShape.test(value)) counts.names += 1;
    const parsed = parseRating(value, 10);
    if (!('fault' in parsed) && parsed.recommendation !== null) counts.recommendations += 1;
  }

  /**
   * The scale of ten is proposed only when more than one value and more than one in a hundred need it. Otherwise a single
   * typo would turn five stars into three; instead the row with the typo becomes a fault.
   */
  guessScale(): 5 | 10 {
    const hundredth = this.#valueCount / 100;
    return this.#overFive > Math.max(1, hundredth) && this.#overTen <= hundredth ? 10 : 5;
  }

  #dateCount(): number {
    const { dmy, mdy, either, clear, relative } = this.#dateCounts;
    return dmy + mdy + either + clear + relative;
  }

  /** One unambiguous value decides the order of day and month for the whole column, unless another one contradicts it. */
  dateOrder(): ImportColumn['dates'] {
    const { dmy, mdy, either } = this.#dateCounts;
    if (this.#dateCount() * 2 < Math.min(this.#valueCount, maxDateSamples) || this.#dateCount() === 0)
      return null;
    if (dmy > 0 && mdy > 0) return 'mixed';
    if (dmy > 0) return 'dmy';
    if (mdy > 0) return 'mdy';
    return either > 0 ? 'ask' : 'clear';
  }

  /** Whether at least 90 % of the values are ratings. */
  isRating(): boolean {
    return this.#valueCount > 0 && this.#ratingCount >= this.#valueCount * 0.9;
  }

  /** Whether at least 90 % of the checked values are recommendations. */
  isRecommendation(): boolean {
    return (
      this.#textCounts.recommendations > 0 &&
      this.#textCounts.recommendations >= this.#textCounts.samples * 0.9
    );
  }

  /** Whether a later value equals the first cell. */
  repeatsFirstCell(): boolean {
    return this.#firstCellRepeats > 0;
  }

  /** Whether at least half of the checked values are text. */
  isMostlyText(): boolean {
    return this.#textCounts.letters > 0 && this.#textCounts.letters * 2 >= this.#textCounts.samples;
  }

  /** Share of the checked values that may be names, from 0 to 1. */
  nameShare(): number {
    return this.#textCounts.samples === 0 ? 0 : this.#textCounts.names / this.#textCounts.samples;
  }

  isLink(): boolean {
    return this.#valueCount > 0 && this.#linkCount >= this.#valueCount * 0.9;
  }

  /** Mean length of the values; 0 without values. */
  meanLength(): number {
    return this.#valueCount === 0 ? 0 : this.#totalLength / this.#valueCount;
  }
}
