/** The filters that are a choice: what each offers, what is chosen, and what a choice does. */
import type { Source } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { compareTexts } from '../../../lib/i18n/formats.ts';
import type { Translate } from '../../../lib/i18n/text.ts';
import { parseFilter, withFilter } from '../filters.ts';
import { namedLanguages } from '../named-languages.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import type { FilterData } from './use-filter-data.ts';

// locale-keys: common.source.*

export interface FilterOption {
  value: string;
  label: string;
}

/** Search and days have fields of their own, and the mode belongs to the rating. */
export type FieldName = Exclude<keyof ReviewFilter, 'search' | 'from' | 'to' | 'ratingMode'>;

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

/** Each filter that is a choice, in the order of the advanced filters. */
const fields: Record<FieldName, (context: FieldContext) => FilterField> = {
  rating: ratingField,
  source: (context) => choice(context, 'source', context.t('reviews:source'), sourceOptions(context)),
  locationId: (context) =>
    choice(context, 'locationId', context.t('reviews:location'), locationOptions(context)),
  businessId: (context) =>
    choice(context, 'businessId', context.t('inbox:filter.business'), businessOptions(context)),
  tagId: (context) =>
    choice(context, 'tagId', context.t('inbox:filter.tag'), context.data.tags?.map(toOption)),
  answered: (context) =>
    choice(context, 'answered', context.t('inbox:filter.reply'), [
      { value: 'false', label: context.t('inbox:mark.notReplied') },
      { value: 'true', label: context.t('inbox:mark.replied') },
    ]),
  replyFailed: (context) =>
    choice(context, 'replyFailed', context.t('inbox:filter.sending'), [
      { value: 'true', label: context.t('inbox:mark.notAccepted') },
    ]),
  recommendation: (context) =>
    choice(context, 'recommendation', context.t('inbox:filter.recommendation'), [
      { value: 'positive', label: context.t('common:recommendation.positive') },
      { value: 'negative', label: context.t('common:recommendation.negative') },
    ]),
  language: (context) =>
    choice(context, 'language', context.t('inbox:filter.language'), languageOptions(context)),
  assigneeId: (context) =>
    choice(context, 'assigneeId', context.t('inbox:filter.assignee'), assigneeOptions(context)),
  withText: (context) =>
    choice(context, 'withText', context.t('inbox:filter.text'), [
      { value: 'true', label: context.t('reviews:withText') },
      { value: 'false', label: context.t('reviews:withoutText') },
    ]),
  pinned: (context) =>
    choice(context, 'pinned', context.t('inbox:filter.pinned'), [
      { value: 'true', label: context.t('inbox:filter.pinnedOnly') },
      { value: 'false', label: context.t('inbox:filter.notPinned') },
    ]),
  hidden: (context) =>
    choice(context, 'hidden', context.t('inbox:filter.hidden'), [
      { value: 'true', label: context.t('inbox:filter.hiddenOnly') },
      { value: 'false', label: context.t('inbox:filter.notHidden') },
    ]),
  removed: (context) =>
    choice(context, 'removed', context.t('inbox:filter.removed'), [
      { value: 'true', label: context.t('reviews:removedOnly') },
    ]),
};

/** The fields of the advanced filters. One without a choice is left out, unless it is set. */
export function filterFields(context: FieldContext): FilterField[] {
  return Object.values(fields)
    .map((field) => field(context))
    .filter(({ name, value, options }) => value !== '' || options.length >= (leastOptions[name] ?? 1));
}

/** Fewer are no choice: an account with one location, one business or one member. `assigneeId` offers "nobody" too. */
const leastOptions: Partial<Record<FieldName, number>> = { locationId: 2, businessId: 2, assigneeId: 3 };

const toOption = ({ id, name }: { id: string; name: string }): FilterOption => ({ value: id, label: name });

function choice(
  { t, filter, onChange, sources }: FieldContext,
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
    set: (next) => onChange((now) => withFilter(now, name, parseFilter(name, next, sources))),
  };
}

/** Ratings that an address may hold and that are not offered, as the choices with the same meaning. */
const offeredAs: Record<string, string> = { '5-up': '5-only', '1-down': '1-only', '5-down': '1-up' };

function ratingField({ t, filter, onChange }: FieldContext): FilterField {
  const orFewer = (count: number) => ({ value: `${count}-down`, label: t('reviews:orFewer', { count }) });
  const offered = [
    ...[3, 2].map(orFewer),
    ...[4, 3, 2, 1].map((count) => ({ value: `${count}-up`, label: t('reviews:andUp', { count }) })),
    ...[5, 4, 3, 2, 1].map((count) => ({ value: `${count}-only`, label: t('reviews:only', { count }) })),
  ];
  const value = filter.rating === undefined ? '' : `${filter.rating}-${filter.ratingMode ?? 'up'}`;
  const shownValue = offeredAs[value] ?? value;
  const options = shownValue === '4-down' ? [orFewer(4), ...offered] : offered;
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
        return {
          ...without,
          rating: Number(rating),
          ...(mode === 'only' || mode === 'down' ? { ratingMode: mode } : {}),
        };
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
