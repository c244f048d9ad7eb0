/** Finished widgets and badges to begin with, by the place where they will stand. */
import { lookSettings } from '@kindling/contract/embed-looks';
import {
  type EmbedKind,
  type EmbedLook,
  type EmbedSettings,
  embedSettingsSchema,
  newEmbedSettings,
} from '@kindling/contract/embed-settings';
import type { SiteLook } from '@kindling/contract/site-look';

/** In the order of the dialog. */
export const templatePlaces = ['home', 'product', 'footer', 'sidebar', 'contact', 'menu', 'mail'] as const;
export type TemplatePlace = (typeof templatePlaces)[number];

interface Template {
  kind: EmbedKind;
  place: TemplatePlace;
  look: EmbedLook;
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
    look: 'paper',
    width: 1000,
    settings: { layout: 'grid', columns: 3, limit: 6, showReplies: false, clampLines: 4 },
  },
  homeCarousel: {
    kind: 'widget',
    place: 'home',
    look: 'rounded',
    width: 1000,
    settings: { layout: 'carousel', ...row },
  },
  homeMasonry: {
    kind: 'widget',
    place: 'home',
    look: 'shop-window',
    width: 1000,
    settings: { layout: 'masonry', columns: 3, pageSize: 9, clampLines: 8 },
  },
  homeMosaic: {
    kind: 'widget',
    place: 'home',
    look: 'paper',
    width: 1000,
    settings: { layout: 'mosaic', photo: 'photo', clampLines: 0 },
  },
  homeToast: {
    kind: 'widget',
    place: 'home',
    look: 'day-and-night',
    width: 720,
    settings: { layout: 'toast', limit: 6, withTextOnly: true, autoplay: true, clampLines: 3 },
  },
  productSummary: {
    kind: 'widget',
    place: 'product',
    look: 'paper',
    width: 720,
    settings: { layout: 'summary', limit: 3, showReplies: false, clampLines: 3 },
  },
  productGrid: {
    kind: 'widget',
    place: 'product',
    look: 'day-and-night',
    width: 720,
    settings: { layout: 'grid', columns: 2, pageSize: 4, showReplies: false, clampLines: 4 },
  },
  productCarousel: {
    kind: 'widget',
    place: 'product',
    look: 'bold',
    width: 720,
    settings: { layout: 'carousel', ...row, clampLines: 3, dots: true },
  },
  footerMarquee: {
    kind: 'widget',
    place: 'footer',
    look: 'night',
    width: 1000,
    settings: { layout: 'marquee', ...row, autoplay: true, showHeader: false, clampLines: 3 },
  },
  footerShort: {
    kind: 'widget',
    place: 'footer',
    look: 'minimal',
    width: 1000,
    settings: { layout: 'grid', columns: 3, limit: 3, showHeader: false, showReplies: false, clampLines: 2 },
  },
  footerCarousel: {
    kind: 'widget',
    place: 'footer',
    look: 'harbor',
    width: 1000,
    settings: { layout: 'carousel', ...row, showHeader: false, clampLines: 3, spacing: 'compact' },
  },
  sidebarShort: {
    kind: 'widget',
    place: 'sidebar',
    look: 'paper',
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
    look: 'terracotta',
    width: 320,
    settings: { layout: 'spotlight', limit: 6, withTextOnly: true, showReplies: false, textSize: 14 },
  },
  sidebarFigures: {
    kind: 'widget',
    place: 'sidebar',
    look: 'paper',
    width: 320,
    settings: { layout: 'summary', limit: 3, pageSize: 1, showReplies: false, clampLines: 3, textSize: 14 },
  },
  contactFloating: {
    kind: 'widget',
    place: 'contact',
    look: 'rounded',
    width: 720,
    settings: { layout: 'floating', limit: 6, pageSize: 3 },
  },
  contactInvite: {
    kind: 'widget',
    place: 'contact',
    look: 'shop-window',
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
    look: 'minimal',
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
    look: 'newspaper',
    width: 820,
    settings: { layout: 'masonry', columns: 2, limit: 6, pageSize: 4, photo: 'none', clampLines: 6 },
  },
  menuCarousel: {
    kind: 'widget',
    place: 'menu',
    look: 'terracotta',
    width: 820,
    settings: { layout: 'carousel', ...row },
  },
  menuNight: {
    kind: 'widget',
    place: 'menu',
    look: 'neon',
    width: 820,
    settings: { layout: 'grid', columns: 3, limit: 3, showReplies: false, photo: 'none', clampLines: 4 },
  },
  badgeHome: {
    kind: 'badge',
    place: 'home',
    look: 'paper',
    width: 360,
    settings: { layout: 'badge-card', showWrite: true },
  },
  badgeBand: {
    kind: 'badge',
    place: 'home',
    look: 'shop-window',
    width: 720,
    settings: { layout: 'badge-ribbon' },
  },
  badgeProduct: {
    kind: 'badge',
    place: 'product',
    look: 'minimal',
    width: 360,
    settings: { layout: 'badge-line' },
  },
  badgeFooter: {
    kind: 'badge',
    place: 'footer',
    look: 'night',
    width: 360,
    settings: { layout: 'badge-line' },
  },
  badgeSidebar: {
    kind: 'badge',
    place: 'sidebar',
    look: 'paper',
    width: 320,
    settings: { layout: 'badge-sources' },
  },
  badgeCorner: {
    kind: 'badge',
    place: 'contact',
    look: 'rounded',
    width: 560,
    settings: { layout: 'badge-corner' },
  },
  badgeMenu: {
    kind: 'badge',
    place: 'menu',
    look: 'typewriter',
    width: 720,
    settings: { layout: 'badge-ribbon' },
  },
  badgeMail: {
    kind: 'badge',
    place: 'mail',
    look: 'paper',
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
  const { look, settings } = templates[name];
  return settingsIn({ ...lookSettings[look], ...settings }, context);
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
