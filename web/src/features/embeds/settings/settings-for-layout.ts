/** Which settings change anything in which layout: the others are not offered, and keep their values. */
import { type EmbedLayout, type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';

export type SettingField = Exclude<keyof EmbedSettings, 'version'>;

/** What it looks like. */
export const lookFields = [
  'theme',
  'accent',
  'stars',
  'text',
  'background',
  'line',
  'border',
  'radius',
  'shadow',
  'spacing',
  'font',
  'fontName',
  'textSize',
] as const satisfies readonly SettingField[];

/** Where it comes from, its looks and where it may stand: every widget and every badge. */
const commonFields = [
  'layout',
  'sources',
  'locationIds',
  'language',
  'showWrite',
  ...lookFields,
  'allowedSites',
] as const satisfies readonly SettingField[];

/** Which reviews, and what is drawn of each: all that shows reviews and not figures only. */
const reviewFields = [
  'minimumRating',
  'withTextOnly',
  'includeWords',
  'excludeWords',
  'order',
  'limit',
  'translation',
  'showHeader',
  'showHistogram',
  'showReplies',
  'author',
  'photo',
  'date',
  'clampLines',
] as const satisfies readonly SettingField[];

const pageFields = ['pageSize'] as const;
const columnFields = ['columns', 'pageSize'] as const;
const slideFields = ['autoplay', 'interval', 'arrows', 'dots'] as const;

/** What a layout uses beyond what all of its kind do. */
const layoutFields: Record<EmbedLayout, readonly SettingField[]> = {
  list: pageFields,
  grid: columnFields,
  masonry: columnFields,
  carousel: slideFields,
  marquee: slideFields,
  spotlight: slideFields,
  summary: pageFields,
  sidebar: pageFields,
  floating: ['pageSize', 'side'],
  wall: columnFields,
  'badge-line': [],
  'badge-card': [],
  'badge-sources': [],
  'badge-ribbon': [],
  'badge-corner': ['side'],
  'badge-picture': [],
};

/** Settings that a layout never uses although its kind does. */
const unusedFields: Partial<Record<EmbedLayout, readonly SettingField[]>> = {
  // The histogram is what it is for.
  summary: ['showHistogram'],
  // A picture has the fonts of our own server.
  'badge-picture': ['font', 'fontName'],
};

/** All settings that the form offers for a layout. */
export function settingsForLayout(layout: EmbedLayout): ReadonlySet<SettingField> {
  const fields = new Set<SettingField>([
    ...commonFields,
    ...(isBadge(layout) ? [] : reviewFields),
    ...layoutFields[layout],
  ]);
  for (const field of unusedFields[layout] ?? []) fields.delete(field);
  return fields;
}
