/** A look: the rules that it adds to those of a layout, and what they add to the heights. Lengths are em. */
import type { StarShape } from '../../kit/stars.tsx';
import type { StyleRule } from './style-rules.ts';

export type Look = {
  /** After those of the layout, in the order of the cascade. */
  readonly rules: readonly StyleRule[];
  readonly stars?: StarShape;
  /** One line of text for each source, in place of large figures. */
  readonly header?: 'line';
  /** Whether it emphasizes words of first-party reviews; those of platforms stay as they are. */
  readonly emphasis?: 'first-words' | 'phrase';
  readonly metrics?: LookMetrics;
};

/** What the rules change, so that the reserved height stays an upper bound. */
export type LookMetrics = {
  /** More height of each review: margins, numbers, rules. */
  readonly more?: number;
  /** Margins of a review in a list: above and below together, and at both sides together. */
  readonly list?: { readonly along: number; readonly across: number };
  /** The text of a review: its size, its line as a share of the size, padding around it. */
  readonly prose?: {
    readonly size?: number;
    readonly line?: number;
    /** How much wider its letters are than usual. */
    readonly letters?: number;
    readonly along?: number;
    readonly across?: number;
  };
  /** Reviews have no picture of the author. */
  readonly picture?: 0;
  /** The height of the author's picture with its gap, where it stands above the name. */
  readonly above?: number;
  /** The width for name and facts, where it does not grow with the card. */
  readonly column?: number;
  /** The size of names, with their weight and spacing, as a factor of the usual. */
  readonly name?: number;
  /** More height of the author's block. */
  readonly author?: number;
  /** More height of header and footer. */
  readonly header?: number;
  readonly footer?: number;
};
