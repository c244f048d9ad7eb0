/// <reference path="../../css.d.ts" />
/**
 * The fields with which visitors search, filter and order the reviews of an embed. They take their room from the start, and
 * the script makes them work (client/shared/visitor-tools.ts); without a script they are not shown.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import type { Texts } from '../../kit/texts.ts';
import { countWrappedRows } from './heights.ts';
import type { LayoutContext, LayoutProps } from './layout.ts';
import { layoutHasTools } from './layout-tools.ts';
import type { StyleRule } from './style-rules.ts';
import rules from './visitor-tools.embed.css';

/** Lengths of visitor-tools.embed.css in em: height of a field, gap, widths from which a field takes its own row. */
const fieldHeight = 2.7;
const gap = 0.6;
const searchWidth = 13;
const selectWidth = 8;

export const visitorToolsRules: readonly StyleRule[] = rules;

/** Whether these settings show the fields, and the marks on cards that they need. */
export function usesVisitorTools({ visitorTools, layout }: EmbedSettings): boolean {
  return visitorTools && layoutHasTools(layout);
}

/** With one review there is nothing to find. */
function hasVisitorTools({ settings, reviews }: Snapshot): boolean {
  return usesVisitorTools(settings) && reviews.length > 1;
}

export function VisitorTools({ snapshot, texts }: LayoutProps) {
  if (!hasVisitorTools(snapshot)) return null;
  return (
    <search className={classNames.visitorTools} aria-label={texts.text('search')} inert>
      {/* The script puts the field here: the client's parser knows no element without an end tag. */}
      <span className={classNames.searchField}>{texts.text('search')}</span>
      {selectsOf(snapshot, texts).map(({ name, label, options }) => (
        <select key={name} data-tool={name} aria-label={label}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ))}
      <p
        className={classNames.found}
        role="status"
        data-words={texts.text('found', { shown: '%s', total: '%t' })}
        data-none={texts.text('foundNone')}
      />
    </search>
  );
}

type Select = {
  readonly name: 'stars' | 'source' | 'order';
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
};

/** A filter is offered only where the shown reviews differ in it. */
function selectsOf({ reviews }: Snapshot, texts: Texts): readonly Select[] {
  const verdicts = ['5', '4', '3', '2', '1', 'positive', 'negative'] as const;
  const given = new Set(reviews.map(verdictOf));
  const verdictWords = (verdict: (typeof verdicts)[number]): string =>
    verdict === 'positive' || verdict === 'negative'
      ? texts.text(verdict)
      : `${texts.integer(Number(verdict))} ★`;
  const sources = [...new Set(reviews.map(({ source }) => source))];
  const orders = ['newest', 'oldest', 'highest', 'lowest'] as const;
  const all: readonly Select[] = [
    {
      name: 'stars',
      label: texts.text('ratings'),
      options: verdicts
        .filter((verdict) => given.has(verdict))
        .map((verdict) => [verdict, verdictWords(verdict)]),
    },
    {
      name: 'source',
      label: texts.text('sources'),
      options: sources.map((source) => [source, texts.text(`source_${source}`)]),
    },
    {
      name: 'order',
      label: texts.text('order'),
      options: orders.map((order) => [order, texts.text(`order_${order}`)]),
    },
  ];
  return all
    .filter(({ options }) => options.length > 1)
    .map((select) => ({ ...select, options: [['', select.label], ...select.options] }));
}

/** Stars as a number, or the recommendation; empty for neither. */
function verdictOf({ rating, recommendation }: SnapshotReview): string {
  return rating === null ? (recommendation ?? '') : String(rating);
}

/** What the script compares of a card. The place by date and not the date, which the settings may hide. */
export function toolMarks(
  review: SnapshotReview,
  { settings, reviews }: Snapshot,
): Readonly<Record<string, string | number>> {
  if (!usesVisitorTools(settings)) return {};
  return {
    'data-age': placesByAge(reviews).get(review.id) ?? 0,
    'data-stars': verdictOf(review),
    'data-source': review.source,
  };
}

const knownPlaces = new WeakMap<readonly SnapshotReview[], ReadonlyMap<string, number>>();

/** 0 for the newest. */
function placesByAge(reviews: readonly SnapshotReview[]): ReadonlyMap<string, number> {
  const known = knownPlaces.get(reviews);
  if (known !== undefined) return known;
  const sorted = reviews.toSorted((one, other) => other.writtenAt.localeCompare(one.writtenAt));
  const places = new Map(sorted.map(({ id }, index) => [id, index]));
  knownPlaces.set(reviews, places);
  return places;
}

/**
 * @param inner width of the row of fields, in em
 * @param around what is above and below it
 */
export function visitorToolsHeight(
  { snapshot, texts }: LayoutContext,
  inner: number,
  around: number,
): number {
  if (!hasVisitorTools(snapshot)) return 0;
  const selects = selectsOf(snapshot, texts).map(() => selectWidth);
  const rows = countWrappedRows([searchWidth, ...selects], gap, inner);
  return rows * fieldHeight + (rows - 1) * gap + around;
}
