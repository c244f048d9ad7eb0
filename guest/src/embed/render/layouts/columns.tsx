/// <reference path="../../../css.d.ts" />
/**
 * Cards in columns, each with its own height. Browsers would balance the columns again whenever a text opens, and
 * cards would jump between them. So the columns are computed here for every number of columns, with heights that are
 * accurate enough to compare.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { SnapshotReview } from '@kindling/contract/embeds';
import { pageHeights, sum } from '../heights.ts';
import type { LayoutContext, LayoutProps } from '../layout.ts';
import { Pages, Review } from '../parts.tsx';
import type { StyleRule } from '../style-rules.ts';
import { columnStarts } from './balance.ts';
import cardsRules from './cards.embed.css';
import { cardHeight, cardsClasses, columnCap, columnsAt, gapOf, panelOf } from './cards.ts';
import rules from './columns.embed.css';

export const columnsRules: readonly StyleRule[] = [...cardsRules, ...rules];

/**
 * Number of cards before the columns start again below: with hundreds of reviews in one set of columns, the second
 * card of the first row would be a year older than the first.
 */
const blockSize = 24;

/** By the number of columns, from 2. */
const columnStartClasses = [
  classNames.columnStart2,
  classNames.columnStart3,
  classNames.columnStart4,
  classNames.columnStart5,
  classNames.columnStart6,
];

type Reviews = readonly SnapshotReview[];

/** All reviews in columns, by page and block. */
export function Columns({ snapshot, texts }: LayoutProps) {
  const cap = columnCap(snapshot);
  return (
    <Pages snapshot={snapshot} texts={texts}>
      {(reviews) =>
        blocksOf(reviews).map((block) => {
          const classes = breakClasses(block, snapshot.settings, cap);
          return (
            <div key={block[0]?.id} className={cardsClasses[cap - 1]}>
              {block.map((review, index) => (
                <div key={review.id} className={classes[index]}>
                  <Review review={review} snapshot={snapshot} texts={texts} />
                </div>
              ))}
            </div>
          );
        })
      }
    </Pages>
  );
}

/** The reviews before "Show more", with its button and the gaps. */
export function columnsHeight(room: LayoutContext): number {
  const { reviews, settings } = room.snapshot;
  const columns = columnsAt(panelOf(room), columnCap(room.snapshot));
  const { heights, more } = pageHeights(room, (review) => cardHeight(review, room, columns));
  if (reviews.length === 0) return sum(heights);
  let before = 0;
  const tallest = blocksOf(reviews.slice(0, heights.length)).map((block) => {
    const own = heights.slice(before, before + block.length);
    before += block.length;
    const starts = columnStartsOf(block, settings, columns).get(columns) ?? [];
    const stacks = starts.map((start, index) => own.slice(start, starts[index + 1]));
    return Math.max(...stacks.map((stack) => sum(stack) + stack.length * gapOf(settings)));
  });
  return sum(tallest) + more;
}

/** Blocks of similar length, so that none ends with a single card. */
function blocksOf(reviews: Reviews): Reviews[] {
  const blocks = Math.max(1, Math.round(reviews.length / blockSize));
  const size = Math.ceil(reviews.length / blocks);
  return Array.from({ length: blocks }, (_, index) => reviews.slice(index * size, (index + 1) * size));
}

/** For each card the classes of the numbers of columns in which it starts one; undefined for none. */
function breakClasses(block: Reviews, settings: EmbedSettings, cap: number): (string | undefined)[] {
  const classes: (string | undefined)[][] = block.map(() => []);
  for (const [columns, starts] of columnStartsOf(block, settings, cap))
    for (const start of starts.slice(1)) classes[start]?.push(columnStartClasses[columns - 2]);
  return classes.map((names) => names.join(' ') || undefined);
}

function columnStartsOf(block: Reviews, settings: EmbedSettings, most: number) {
  return columnStarts(
    block.map((review) => estimateCardHeight(review, settings)),
    most,
  );
}

/** Approximate height of a card in em in a column of medium width: computed for every card at every rendering. */
function estimateCardHeight(
  { text, reply }: SnapshotReview,
  { clampLines, showReplies }: EmbedSettings,
): number {
  const lines = (words: string | null): number => {
    if (words === null || words === '') return 0;
    const all = Math.ceil(words.length / 34) + words.split('\n', 40).length - 1;
    return clampLines > 0 && all > clampLines ? clampLines + 1 : all;
  };
  const replied = showReplies && reply !== null ? 2.5 + 1.5 * lines(reply.text) : 0;
  return 7 + 1.6 * lines(text) + replied;
}
