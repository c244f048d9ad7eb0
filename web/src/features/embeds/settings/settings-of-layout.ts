/** Which settings change anything in which layout: the others are not offered, and keep their values. */
import { type EmbedLayout, type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';

export type Field = Exclude<keyof EmbedSettings, 'version'>;

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
] as const satisfies readonly Field[];

/** Where it comes from, its looks and where it may stand: every widget and every badge. */
const everywhere = [
  'layout',
  'sources',
  'locationIds',
  'language',
  'showWrite',
  ...lookFields,
  'allowedSites',
] as const satisfies readonly Field[];

/** Which reviews, and what is drawn of each: all that shows reviews and not figures only. */
const reviews = [
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
] as const satisfies readonly Field[];

const paged = ['pageSize'] as const;
const columned = ['columns', 'pageSize'] as const;
const stepped = ['autoplay', 'interval', 'arrows', 'dots'] as const;

/** What a layout uses beyond what all of its kind do. */
const own: Record<EmbedLayout, readonly Field[]> = {
  list: paged,
  grid: columned,
  masonry: columned,
  carousel: stepped,
  marquee: stepped,
  spotlight: stepped,
  summary: paged,
  sidebar: paged,
  floating: ['pageSize', 'side'],
  wall: columned,
  'badge-line': [],
  'badge-card': [],
  'badge-sources': [],
  'badge-ribbon': [],
  'badge-corner': ['side'],
  'badge-picture': [],
};

/** Settings that a layout never uses although its kind does. */
const without: Partial<Record<EmbedLayout, readonly Field[]>> = {
  // The histogram is what it is for.
  summary: ['showHistogram'],
  // A picture has the fonts of our own server.
  'badge-picture': ['font', 'fontName'],
};

/** All settings that the form offers for a layout. */
export function settingsOf(layout: EmbedLayout): ReadonlySet<Field> {
  const fields = new Set<Field>([...everywhere, ...(isBadge(layout) ? [] : reviews), ...own[layout]]);
  for (const field of without[layout] ?? []) fields.delete(field);
  return fields;
}
