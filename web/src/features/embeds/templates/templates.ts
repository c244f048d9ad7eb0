/** Finished widgets and badges to begin with, by the place where they will stand. */
import {
  type EmbedKind,
  type EmbedSettings,
  embedSettingsSchema,
  newEmbedSettings,
} from '@kindling/contract/embed-settings';
import type { SiteLook } from '@kindling/contract/site-look';
import { type PresetName, presets } from '../presets/presets.ts';

/** In the order of the dialog. */
export const templatePlaces = ['home', 'product', 'footer', 'sidebar', 'contact', 'menu', 'mail'] as const;
export type TemplatePlace = (typeof templatePlaces)[number];

interface Template {
  kind: EmbedKind;
  place: TemplatePlace;
  /** The look, by its name in presets.ts. */
  preset: PresetName;
  /** Pixels that the embed has on the page where it stands; the picture is this page, scaled down. */
  width: number;
  /** What differs from the default settings, beside the look. */
  settings: Partial<EmbedSettings> & Pick<EmbedSettings, 'layout'>;
}

const row = { showReplies: false, clampLines: 4, arrows: true } as const;

export const templates = {
  homeGrid: {
    kind: 'widget',
    place: 'home',
    preset: 'paper',
    width: 1000,
    settings: { layout: 'grid', columns: 3, limit: 6, showReplies: false, clampLines: 4 },
  },
  homeCarousel: {
    kind: 'widget',
    place: 'home',
    preset: 'rounded',
    width: 1000,
    settings: { layout: 'carousel', ...row },
  },
  homeMasonry: {
    kind: 'widget',
    place: 'home',
    preset: 'shopWindow',
    width: 1000,
    settings: { layout: 'masonry', columns: 3, pageSize: 9, clampLines: 8 },
  },
  productSummary: {
    kind: 'widget',
    place: 'product',
    preset: 'paper',
    width: 720,
    settings: { layout: 'summary', limit: 3, showReplies: false, clampLines: 3 },
  },
  productGrid: {
    kind: 'widget',
    place: 'product',
    preset: 'dayAndNight',
    width: 720,
    settings: { layout: 'grid', columns: 2, pageSize: 4, showReplies: false, clampLines: 4 },
  },
  productCarousel: {
    kind: 'widget',
    place: 'product',
    preset: 'bold',
    width: 720,
    settings: { layout: 'carousel', ...row, clampLines: 3, dots: true },
  },
  footerMarquee: {
    kind: 'widget',
    place: 'footer',
    preset: 'night',
    width: 1000,
    settings: { layout: 'marquee', ...row, autoplay: true, showHeader: false, clampLines: 3 },
  },
  footerShort: {
    kind: 'widget',
    place: 'footer',
    preset: 'minimal',
    width: 1000,
    settings: { layout: 'grid', columns: 3, limit: 3, showHeader: false, showReplies: false, clampLines: 2 },
  },
  footerCarousel: {
    kind: 'widget',
    place: 'footer',
    preset: 'harbor',
    width: 1000,
    settings: { layout: 'carousel', ...row, showHeader: false, clampLines: 3, spacing: 'compact' },
  },
  sidebarShort: {
    kind: 'widget',
    place: 'sidebar',
    preset: 'paper',
    width: 320,
    settings: {
      layout: 'sidebar',
      limit: 3,
      showReplies: false,
      clampLines: 3,
      spacing: 'compact',
      textSize: 14,
    },
  },
  sidebarSpotlight: {
    kind: 'widget',
    place: 'sidebar',
    preset: 'terracotta',
    width: 320,
    settings: { layout: 'spotlight', limit: 6, withTextOnly: true, showReplies: false, textSize: 14 },
  },
  sidebarFigures: {
    kind: 'widget',
    place: 'sidebar',
    preset: 'paper',
    width: 320,
    settings: { layout: 'summary', limit: 3, pageSize: 1, showReplies: false, clampLines: 3, textSize: 14 },
  },
  contactFloating: {
    kind: 'widget',
    place: 'contact',
    preset: 'rounded',
    width: 720,
    settings: { layout: 'floating', limit: 6, pageSize: 3 },
  },
  contactInvite: {
    kind: 'widget',
    place: 'contact',
    preset: 'shopWindow',
    width: 620,
    settings: {
      layout: 'summary',
      limit: 3,
      pageSize: 1,
      showWrite: true,
      showReplies: false,
      clampLines: 3,
    },
  },
  contactSpotlight: {
    kind: 'widget',
    place: 'contact',
    preset: 'minimal',
    width: 720,
    settings: {
      layout: 'spotlight',
      limit: 6,
      withTextOnly: true,
      showHeader: false,
      showReplies: false,
      dots: true,
    },
  },
  menuNewspaper: {
    kind: 'widget',
    place: 'menu',
    preset: 'newspaper',
    width: 820,
    settings: { layout: 'masonry', columns: 2, limit: 6, pageSize: 4, photo: 'none', clampLines: 6 },
  },
  menuCarousel: {
    kind: 'widget',
    place: 'menu',
    preset: 'terracotta',
    width: 820,
    settings: { layout: 'carousel', ...row },
  },
  menuNight: {
    kind: 'widget',
    place: 'menu',
    preset: 'midnightNeon',
    width: 820,
    settings: { layout: 'grid', columns: 3, limit: 3, showReplies: false, photo: 'none', clampLines: 4 },
  },
  badgeHome: {
    kind: 'badge',
    place: 'home',
    preset: 'paper',
    width: 360,
    settings: { layout: 'badge-card', showWrite: true },
  },
  badgeBand: {
    kind: 'badge',
    place: 'home',
    preset: 'shopWindow',
    width: 720,
    settings: { layout: 'badge-ribbon' },
  },
  badgeProduct: {
    kind: 'badge',
    place: 'product',
    preset: 'minimal',
    width: 360,
    settings: { layout: 'badge-line' },
  },
  badgeFooter: {
    kind: 'badge',
    place: 'footer',
    preset: 'night',
    width: 360,
    settings: { layout: 'badge-line' },
  },
  badgeSidebar: {
    kind: 'badge',
    place: 'sidebar',
    preset: 'paper',
    width: 320,
    settings: { layout: 'badge-sources' },
  },
  badgeCorner: {
    kind: 'badge',
    place: 'contact',
    preset: 'rounded',
    width: 560,
    settings: { layout: 'badge-corner' },
  },
  badgeMenu: {
    kind: 'badge',
    place: 'menu',
    preset: 'typewriter',
    width: 720,
    settings: { layout: 'badge-ribbon' },
  },
  badgeMail: {
    kind: 'badge',
    place: 'mail',
    preset: 'paper',
    width: 360,
    settings: { layout: 'badge-picture' },
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;
const templateNames = Object.keys(templates) as TemplateName[];

export function templatesOf(kind: EmbedKind): TemplateName[] {
  return templateNames.filter((name) => templates[name].kind === kind);
}

/** What every choice starts from: the language, the locations and perhaps the colors of the owner's site. */
export interface TemplateContext extends Pick<EmbedSettings, 'language' | 'locationIds'> {
  look: SiteLook | null;
}

/** The settings with which a template begins. */
export function templateSettings(name: TemplateName, context: TemplateContext): EmbedSettings {
  const { preset, settings } = templates[name];
  return settingsIn({ ...presets[preset], ...settings }, context);
}

/** The settings of an embed that begins without a template. */
export function plainSettings(kind: EmbedKind, context: TemplateContext): EmbedSettings {
  return settingsIn(newEmbedSettings[kind], context);
}

function settingsIn(begun: Partial<EmbedSettings>, { look, ...own }: TemplateContext): EmbedSettings {
  return embedSettingsSchema.parse({ ...begun, ...(look === null ? {} : settingsOfLook(look)), ...own });
}

function settingsOfLook({ fontName, ...colors }: SiteLook): Partial<EmbedSettings> {
  return { ...colors, line: null, font: fontName === '' ? 'site' : 'named', fontName };
}
