/**
 * The settings of a widget or badge: one versioned schema.
 *
 * Every value is an enum, a number in a range, a hex color, or the name of a font or host, so no setting can inject markup
 * or style rules. Every field has a default, so old rows and empty objects can be read.
 */
import { z } from 'zod';
import { idSchema } from './common.ts';
import { languages } from './constants.ts';
import { sourceSchema } from './platforms.ts';
import { reviewLanguageSchema } from './review-language.ts';

export const embedKinds = ['widget', 'badge'] as const;
export type EmbedKind = (typeof embedKinds)[number];

export const widgetLayouts = [
  'list',
  'grid',
  'masonry',
  'carousel',
  'marquee',
  'spotlight',
  'summary',
  'sidebar',
  'floating',
  'wall',
  'toast',
  'mosaic',
] as const;
/** `badge-picture` is rendered as SVG and PNG; the others are HTML like the widgets. */
export const badgeLayouts = [
  'badge-line',
  'badge-card',
  'badge-sources',
  'badge-ribbon',
  'badge-corner',
  'badge-picture',
] as const;
export const embedLayouts = [...widgetLayouts, ...badgeLayouts] as const;
export type WidgetLayout = (typeof widgetLayouts)[number];
export type BadgeLayout = (typeof badgeLayouts)[number];
export type EmbedLayout = (typeof embedLayouts)[number];

export function layoutsOf(kind: EmbedKind): readonly EmbedLayout[] {
  return kind === 'badge' ? badgeLayouts : widgetLayouts;
}

/** Whether a layout shows figures only and no reviews. */
export function isBadge(layout: EmbedLayout): layout is BadgeLayout {
  return badgeLayouts.some((one) => one === layout);
}

/** Compositions: type, cards, stars, pictures. `paper` has no rules of its own, and is how embeds looked before there were others. */
export const embedLooks = [
  'paper',
  'night',
  'day-and-night',
  'minimal',
  'editorial',
  'big-quote',
  'speech',
  'note',
  'polaroid',
  'ticket',
  'receipt',
  'chalkboard',
  'glass',
  'ring',
  'timeline',
  'swiss',
  'bold',
  'rounded',
  'shop-window',
  'newspaper',
  'neon',
  'terracotta',
  'harbor',
  'typewriter',
  'marker',
  'scoreboard',
] as const;
export type EmbedLook = (typeof embedLooks)[number];

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);
/** Null uses the color of the theme. */
const themeColor = hexColor.nullable().default(null);
/** Searched in the shown text, ignoring case. Characters that PostgreSQL cannot store are refused. */
const wordList = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  )
  .max(20)
  .default([]);

/** A host name as browsers write it: lower case, punycode, no port. A leading `*.` includes all names below it. */
export const siteSchema = z
  .string()
  .max(253)
  .regex(/^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);

/** The family of a font that the site loads itself; it is quoted in the style sheet. */
export const fontNameSchema = z.string().regex(/^([A-Za-z][A-Za-z0-9 -]{0,39})?$/);

/** Locations that an embed may name one by one. */
export const maxEmbedLocations = 200;

/** Tags and languages that an embed may name. */
export const maxEmbedTags = 20;
export const maxEmbedLanguages = 20;
/** Reviews that an embed may name one by one. */
export const maxPicks = 50;

/** Version 1. A new field needs a default that does not change published embeds. */
export const embedSettingsSchema = z.strictObject({
  version: z.literal(1).default(1),
  layout: z.enum(embedLayouts).default('list'),

  // Content.
  /** Empty means every source, every location. */
  sources: z.array(sourceSchema).max(10).default([]),
  locationIds: z.array(idSchema).max(maxEmbedLocations).default([]),
  minimumRating: z.number().int().min(1).max(5).default(1),
  withTextOnly: z.boolean().default(false),
  /** A review is shown when it contains one of these words; an empty list shows all. */
  includeWords: wordList,
  /** A review that contains one of these words is left out. */
  excludeWords: wordList,
  /** A review is shown when it has one of these tags; an empty list shows all. Tags that do not exist are ignored. */
  tagIds: z.array(idSchema).max(maxEmbedTags).default([]),
  /** A review with one of these tags is left out. */
  excludeTagIds: z.array(idSchema).max(maxEmbedTags).default([]),
  /**
   * Languages in which shown reviews are written, as ISO 639 codes; an empty list shows all. Reviews without a text, and those
   * whose language is not certain, are never left out by it.
   */
  reviewLanguages: z.array(reviewLanguageSchema).max(maxEmbedLanguages).default([]),
  /**
   * Reviews that the business chose by hand, in the order in which they stand before the others. The filters above do not
   * apply to them, except for sources and locations. Those that cannot be shown are ignored.
   */
  pickedIds: z.array(idSchema).max(maxPicks).default([]),
  /** Shows only what is in `pickedIds`, as long as one of them can be shown. */
  pickedOnly: z.boolean().default(false),
  order: z.enum(['newest', 'highest', 'pinned']).default('newest'),
  /** Reviews at most, beside those in `pickedIds`. */
  limit: z.number().int().min(1).max(300).default(12),
  /** Reviews shown before "Show more"; 0 shows all at once. */
  pageSize: z.number().int().min(0).max(100).default(0),
  /** `translated` shows the platform's own translation where it sent one, marked as a translation. */
  translation: z.enum(['original', 'translated']).default('original'),
  language: z.enum(languages).default('en'),
  /** Shows the language of the page around it (`lang` of its html element) if it is one of ours, else `language`. */
  followsPageLanguage: z.boolean().default(false),

  // Parts.
  showHeader: z.boolean().default(true),
  showHistogram: z.boolean().default(false),
  showWrite: z.boolean().default(false),
  showReplies: z.boolean().default(true),
  author: z.enum(['full', 'short', 'hidden']).default('full'),
  photo: z.enum(['initials', 'photo', 'none']).default('initials'),
  date: z.enum(['absolute', 'relative', 'none']).default('absolute'),
  /** Lines of a text before "read more"; 0 shows all. */
  clampLines: z.number().int().min(0).max(20).default(5),

  // Appearance.
  look: z.enum(embedLooks).default('paper'),
  theme: z.enum(['light', 'dark', 'auto']).default('light'),
  accent: hexColor.default('#3B82EC'),
  /** Contrast of 3:1 or more on the backgrounds of both themes. */
  stars: hexColor.default('#CC8400'),
  text: themeColor,
  background: themeColor,
  line: themeColor,
  /** Pixels. */
  border: z.number().int().min(0).max(3).default(1),
  radius: z.number().int().min(0).max(24).default(12),
  shadow: z.enum(['none', 'soft', 'strong']).default('none'),
  spacing: z.enum(['compact', 'normal', 'airy']).default('normal'),
  /** Maximum columns of grid, masonry and wall; 0 uses as many as fit. */
  columns: z.number().int().min(0).max(6).default(0),
  font: z
    .enum(['site', 'system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'mono', 'hand', 'named'])
    .default('site'),
  /** Used with font `named`; empty uses the site's font. */
  fontName: fontNameSchema.default(''),
  textSize: z.number().int().min(12).max(20).default(15),

  /** Opens parts and custom properties to the page's own style sheets (`embed-page-styles.ts`). */
  pageStyles: z.boolean().default(false),

  // Behavior.
  /** Always shown with a pause button, and never active for visitors who prefer reduced motion. */
  autoplay: z.boolean().default(false),
  /** Seconds for one step of the autoplay; for a marquee, seconds for one card. */
  interval: z.number().int().min(3).max(20).default(6),
  /** Fields with which visitors search, filter and order the shown reviews. */
  visitorTools: z.boolean().default(false),
  /** Tabs with which visitors see the shown reviews of one source, where there are several. */
  sourceTabs: z.boolean().default(false),
  arrows: z.boolean().default(true),
  dots: z.boolean().default(false),
  /** The side of the window where floating widgets, toasts and corner badges are shown. */
  side: z.enum(['start', 'end']).default('end'),

  /** Sends the page around it an event for each click, for the page's own statistics. */
  sendsEvents: z.boolean().default(false),

  /** Sites that may show it; empty means all. */
  allowedSites: z.array(siteSchema).max(50).default([]),
});
export type EmbedSettings = z.infer<typeof embedSettingsSchema>;

/** What differs from the defaults in an embed that begins without a template: in little height, on phones too. */
export const newEmbedSettings = {
  widget: { layout: 'carousel', clampLines: 4 },
  badge: { layout: 'badge-card' },
} as const satisfies Record<EmbedKind, Partial<EmbedSettings>>;
