/** Which settings have an effect in which layout. The others are hidden and keep their values. */
import { type EmbedLayout, type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';

export type SettingField = Exclude<keyof EmbedSettings, 'version'>;

/** Settings of the look. */
export const lookFields = [
  'look',
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
  'pageStyles',
] as const satisfies readonly SettingField[];

/** Settings of every widget and every badge. */
const commonFields = [
  'layout',
  'sources',
  'locationIds',
  'language',
  'followsPageLanguage',
  'showWrite',
  ...lookFields,
  'sendsEvents',
  'allowedSites',
] as const satisfies readonly SettingField[];

/** Settings of layouts that show reviews, not only figures. */
const reviewFields = [
  'minimumRating',
  'withTextOnly',
  'includeWords',
  'excludeWords',
  'tagIds',
  'excludeTagIds',
  'reviewLanguages',
  'pickedIds',
  'pickedOnly',
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
const listFields = ['pageSize', 'visitorTools', 'sourceTabs'] as const;
const columnFields = ['columns', ...listFields] as const;
const slideFields = ['autoplay', 'interval', 'arrows', 'dots'] as const;

/** Settings of a layout in addition to those of its kind. */
const layoutFields: Record<EmbedLayout, readonly SettingField[]> = {
  list: listFields,
  grid: columnFields,
  masonry: columnFields,
  carousel: slideFields,
  marquee: slideFields,
  spotlight: slideFields,
  summary: pageFields,
  sidebar: pageFields,
  floating: ['pageSize', 'side'],
  wall: columnFields,
  toast: ['autoplay', 'interval', 'arrows', 'side'],
  mosaic: [],
  'badge-line': [],
  'badge-card': [],
  'badge-sources': [],
  'badge-ribbon': [],
  'badge-corner': ['side'],
  'badge-picture': [],
};

/** Settings of its kind that a layout does not use. */
const unusedFields: Partial<Record<EmbedLayout, readonly SettingField[]>> = {
  // This layout always shows the histogram.
  summary: ['showHistogram'],
  // There is no room for them.
  toast: ['showHistogram', 'showReplies'],
  // The picture is rendered on our server, with the fonts installed there, and no script runs beside it.
  'badge-picture': ['font', 'fontName', 'followsPageLanguage', 'sendsEvents', 'pageStyles'],
};

/** All settings that the editor shows for a layout. */
export function settingsForLayout(layout: EmbedLayout): ReadonlySet<SettingField> {
  const fields = new Set<SettingField>([
    ...commonFields,
    ...(isBadge(layout) ? [] : reviewFields),
    ...layoutFields[layout],
  ]);
  for (const field of unusedFields[layout] ?? []) fields.delete(field);
  return fields;
}
