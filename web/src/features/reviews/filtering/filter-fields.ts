/** The filters that are a choice: what each offers, what is chosen, and what a choice does. */
import type { Source } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { compareTexts } from '../../../lib/i18n/formats.ts';
import type { Translate } from '../../../lib/i18n/text.ts';
import { withFilter } from '../filters.ts';
import { namedLanguages } from '../named-languages.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import type { FilterData } from './use-filter-data.ts';

// locale-keys: common.source.*

export interface FilterOption {
  value: string;
  label: string;
}

export type FieldName =
  | 'rating'
  | 'source'
  | 'locationId'
  | 'businessId'
  | 'tagId'
  | 'answered'
  | 'replyFailed'
  | 'language'
  | 'recommendation'
  | 'assigneeId'
  | 'withText'
  | 'pinned'
  | 'hidden'
  | 'removed';

export interface FilterField {
  name: FieldName;
  label: string;
  /** '' for none. */
  value: string;
  options: FilterOption[];
  /** What is chosen, in words; null for none. */
  shown: string | null;
  /** What is chosen no longer exists. */
  missing: boolean;
  set: (value: string) => void;
}

interface FieldContext {
  t: Translate;
  language: string;
  filter: ReviewFilter;
  onChange: ChangeFilters;
  data: FilterData;
  sources: readonly Source[];
}

/** Fields in the order of the advanced filters. One without a choice is left out, unless it is set. */
export function filterFields(context: FieldContext): FilterField[] {
  const { t } = context;
  const fields = [
    ratingField(context),
    choice(context, 'source', t('reviews:source'), sourceOptions(context)),
    choice(context, 'locationId', t('reviews:location'), locationOptions(context)),
    choice(context, 'businessId', t('inbox:filter.business'), businessOptions(context)),
    choice(context, 'tagId', t('inbox:filter.tag'), context.data.tags?.map(toOption)),
    choice(context, 'answered', t('inbox:filter.reply'), [
      { value: 'false', label: t('inbox:mark.notReplied') },
      { value: 'true', label: t('inbox:mark.replied') },
    ]),
    choice(context, 'replyFailed', t('inbox:filter.sending'), [
      { value: 'true', label: t('inbox:mark.notAccepted') },
    ]),
    choice(context, 'recommendation', t('inbox:filter.recommendation'), [
      { value: 'positive', label: t('common:recommendation.positive') },
      { value: 'negative', label: t('common:recommendation.negative') },
    ]),
    choice(context, 'language', t('inbox:filter.language'), languageOptions(context)),
    choice(context, 'assigneeId', t('inbox:filter.assignee'), assigneeOptions(context)),
    choice(context, 'withText', t('inbox:filter.text'), [{ value: 'true', label: t('reviews:withText') }]),
    choice(context, 'pinned', t('inbox:filter.pinned'), [
      { value: 'true', label: t('inbox:filter.pinnedOnly') },
      { value: 'false', label: t('inbox:filter.notPinned') },
    ]),
    choice(context, 'hidden', t('inbox:filter.hidden'), [
      { value: 'true', label: t('inbox:filter.hiddenOnly') },
      { value: 'false', label: t('inbox:filter.notHidden') },
    ]),
    choice(context, 'removed', t('inbox:filter.removed'), [
      { value: 'true', label: t('reviews:removedOnly') },
    ]),
  ];
  return fields.filter(
    ({ name, value, options }) => value !== '' || options.length >= (leastOptions[name] ?? 1),
  );
}

/** Fewer are no choice: an account with one location, one business or one member. `assigneeId` offers "nobody" too. */
const leastOptions: Partial<Record<FieldName, number>> = { locationId: 2, businessId: 2, assigneeId: 3 };

const toOption = ({ id, name }: { id: string; name: string }): FilterOption => ({ value: id, label: name });

function choice(
  { t, filter, onChange }: FieldContext,
  name: Exclude<FieldName, 'rating'>,
  label: string,
  options: FilterOption[] | undefined,
): FilterField {
  const value = filter[name] === undefined ? '' : String(filter[name]);
  const known = options?.find((option) => option.value === value)?.label;
  const missing = value !== '' && options !== undefined && known === undefined;
  return {
    name,
    label,
    value,
    options: options ?? [],
    shown: value === '' ? null : (known ?? (missing ? t('inbox:filter.deleted') : '…')),
    missing,
    set: (next) => onChange((now) => withFilter(now, name, parseChoice(name, next))),
  };
}

/** The value of a filter that an option stands for. Booleans are options with the values `true` and `false`. */
function parseChoice(name: Exclude<FieldName, 'rating'>, value: string): ReviewFilter[typeof name] {
  if (value === '') return undefined;
  const isText = ['source', 'locationId', 'businessId', 'tagId', 'language', 'recommendation', 'assigneeId'];
  // The options are made of the values that each filter has.
  return (isText.includes(name) ? value : value === 'true') as ReviewFilter[typeof name];
}

function ratingField({ t, filter, onChange }: FieldContext): FilterField {
  const options = [
    ...[4, 3, 2, 1].map((count) => ({ value: `${count}-up`, label: t('reviews:andUp', { count }) })),
    ...[5, 4, 3, 2, 1].map((count) => ({ value: `${count}-only`, label: t('reviews:only', { count }) })),
  ];
  const value = filter.rating === undefined ? '' : `${filter.rating}-${filter.ratingMode ?? 'up'}`;
  // "5 and up" is not offered, because it is "5 only"; an address may hold it.
  const shownValue = value === '5-up' ? '5-only' : value;
  return {
    name: 'rating',
    label: t('reviews:rating'),
    value: shownValue,
    options,
    shown: options.find((option) => option.value === shownValue)?.label ?? null,
    missing: false,
    set: (next) => {
      const [rating, mode] = next.split('-');
      onChange((now) => {
        const without = withFilter(now, 'rating', undefined);
        if (!rating) return without;
        return { ...without, rating: Number(rating), ...(mode === 'only' ? { ratingMode: 'only' } : {}) };
      });
    },
  };
}

function sourceOptions({ t, sources }: FieldContext): FilterOption[] {
  return sources.map((source) => ({ value: source, label: t(`common:source.${source}`) }));
}

function locationOptions({ language, data: { businesses } }: FieldContext): FilterOption[] | undefined {
  const compare = compareTexts(language);
  return businesses
    ?.flatMap((business) => business.locations.map(toOption))
    .toSorted((one, other) => compare(one.label, other.label));
}

function businessOptions({ data: { businesses } }: FieldContext): FilterOption[] | undefined {
  return businesses?.map(toOption);
}

function languageOptions({ language, data: { languages } }: FieldContext): FilterOption[] | undefined {
  return languages === undefined ? undefined : namedLanguages(languages, language);
}

function assigneeOptions({ t, data: { assignees } }: FieldContext): FilterOption[] | undefined {
  if (assignees === undefined) return undefined;
  return [
    { value: 'none', label: t('inbox:filter.nobody') },
    ...assignees.map(({ userId, name, you }) => ({
      value: userId,
      label: you ? t('inbox:filter.you', { name }) : name,
    })),
  ];
}
