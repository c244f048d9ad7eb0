/// <reference path="../../css.d.ts" />
/**
 * What visitors search, filter and order the reviews of an embed with: fields, and tabs by source. They take their room from the
 * start, and the script makes them work (client/shared/visitor-tools.ts); without a script they are not shown.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import { SourceMark } from '../../kit/source-mark.tsx';
import type { Texts } from '../../kit/texts.ts';
import { countWrappedRows } from './heights.ts';
import type { LayoutContext, LayoutProps } from './layout.ts';
import { layoutHasTools } from './layout-tools.ts';
import type { StyleRule } from './style-rules.ts';
import { textWidth } from './text-width.ts';
import rules from './visitor-tools.embed.css';

/** Lengths of visitor-tools.embed.css in em: height of a field, gap, widths from which a field takes its own row. */
const fieldHeight = 2.7;
const gap = 0.6;
const searchWidth = 13;
const selectWidth = 8;
/** A tab: its height, the gap between two, and all of its width but the words. */
const tabHeight = 2.4;
const tabGap = 0.4;
const aroundTab = 3.6;
/** How much wider letters are in the weight of tabs. */
const tabWeight = 1.1;

export const visitorToolsRules: readonly StyleRule[] = rules;

/** Whether these settings show any of the tools, and the marks on cards that they need. */
export function usesVisitorTools({ visitorTools, sourceTabs, layout }: EmbedSettings): boolean {
  return (visitorTools || sourceTabs) && layoutHasTools(layout);
}

/** With one review there is nothing to find. */
function hasFields({ settings, reviews }: Snapshot): boolean {
  return settings.visitorTools && layoutHasTools(settings.layout) && reviews.length > 1;
}

export function VisitorTools({ snapshot, texts }: LayoutProps) {
  const fields = hasFields(snapshot);
  const tabs = tabsOf(snapshot, texts);
  if (!fields && tabs.length === 0) return null;
  return (
    <search className={classNames.visitorTools} aria-label={texts.text(fields ? 'search' : 'bySource')} inert>
      {tabs.length > 0 && <SourceTabs tabs={tabs} label={texts.text('bySource')} />}
      {fields && <Fields snapshot={snapshot} texts={texts} />}
    </search>
  );
}

function Fields({ snapshot, texts }: LayoutProps) {
  return (
    <>
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
    </>
  );
}

type Tab = {
  /** Null for the reviews of all sources. */
  readonly source: Source | null;
  readonly name: string;
  /** Of the shown reviews. */
  readonly count: string;
};

/** One of them is pressed. They are buttons and no ARIA tabs, because they change one list and open no panel of their own. */
function SourceTabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings looks and a least width of its own.
    <div className={classNames.sourceTabs} role="group" aria-label={label}>
      {tabs.map(({ source, name, count }) => (
        <button key={name} type="button" value={source ?? ''} aria-pressed={source === null}>
          {source !== null && <SourceMark source={source} label={null} />}
          {name} <span>{count}</span>
        </button>
      ))}
    </div>
  );
}

/** In the order of the platforms' figures; empty where there is nothing to choose. */
function tabsOf({ settings, reviews, figures }: Snapshot, texts: Texts): readonly Tab[] {
  if (!settings.sourceTabs || !layoutHasTools(settings.layout)) return [];
  const counts = new Map<Source, number>(figures.map(({ source }) => [source, 0]));
  for (const { source } of reviews) counts.set(source, (counts.get(source) ?? 0) + 1);
  const tabs = [...counts]
    .filter(([, count]) => count > 0)
    .map(([source, count]) => ({ source, name: tabName(source, texts), count: texts.integer(count) }));
  if (tabs.length < 2) return [];
  return [{ source: null, name: texts.text('allSources'), count: texts.integer(reviews.length) }, ...tabs];
}

function tabName(source: Source, texts: Texts): string {
  if (source === 'first-party') return texts.text('ownReviews');
  return source === 'import' ? texts.text('importedReviews') : texts.text(`source_${source}`);
}

type Select = {
  readonly name: 'stars' | 'source' | 'order';
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
};

/** A filter is offered only where the shown reviews differ in it; that of sources not beside their tabs. */
function selectsOf({ reviews, settings }: Snapshot, texts: Texts): readonly Select[] {
  const verdicts = ['5', '4', '3', '2', '1', 'positive', 'negative'] as const;
  const given = new Set(reviews.map(verdictOf));
  const verdictWords = (verdict: (typeof verdicts)[number]): string =>
    verdict === 'positive' || verdict === 'negative'
      ? texts.text(verdict)
      : `${texts.integer(Number(verdict))} ★`;
  const sources = settings.sourceTabs ? [] : [...new Set(reviews.map(({ source }) => source))];
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
  const parts: number[] = [];
  const tabs = tabsOf(snapshot, texts).map(
    ({ name, count }) => aroundTab + tabWeight * textWidth(`${name} ${count}`),
  );
  if (tabs.length > 0) {
    const rows = countWrappedRows(tabs, tabGap, inner);
    parts.push(rows * tabHeight + (rows - 1) * tabGap);
  }
  if (hasFields(snapshot)) {
    const selects = selectsOf(snapshot, texts).map(() => selectWidth);
    const rows = countWrappedRows([searchWidth, ...selects], gap, inner);
    parts.push(rows * fieldHeight + (rows - 1) * gap);
  }
  if (parts.length === 0) return 0;
  return parts.reduce((sum, part) => sum + part, 0) + (parts.length - 1) * gap + around;
}
