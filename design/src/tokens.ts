/**
 * The visual language; docs/design.md says how to use it. Site, app, sign-in pages, guest pages and mail take their
 * values from here; web pages as custom properties `--k-…` (css.ts).
 */
import { colorScale, mix, readableOn } from './color.ts';

/** The color unless the operator's settings name another. */
export const defaultPrimary = '#3B82EC';

export const fontStack =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const monoStack = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace";

/** Type scale in px at the root size of 16: [size, line height]. Screens use xs to h1, public pages also the display steps. */
export const type = {
  xs: [12, 16],
  sm: [14, 20],
  md: [15, 23],
  lg: [17, 26],
  xl: [20, 28],
  h3: [16, 22],
  h2: [18, 25],
  h1: [25, 32],
  'display-sm': [30, 36],
  display: [40, 46],
  'display-lg': [56, 60],
} as const;

/** px; one step is 4. */
export const space = {
  1: 4,
  2: 8,
  3: 12,
  4: 16,
  5: 20,
  6: 24,
  8: 32,
  10: 40,
  12: 48,
  16: 64,
  20: 80,
  24: 96,
} as const;

/** px. sm: tags and small fields; md: buttons, fields, menu entries; lg: cards; xl: dialogs, sheets; 2xl: pictures. */
export const radius = { sm: 6, md: 8, lg: 12, xl: 16, '2xl': 24 } as const;

/** Milliseconds and curve. Disabled under `prefers-reduced-motion`. */
export const motion = { quick: 120, calm: 220, curve: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } as const;

/**
 * Colors and shadows of one scheme. Text colors reach a contrast of 4.5:1 on canvas, surface and sunken; borders of
 * fields 3:1.
 */
export interface Palette {
  /** The page's background. */
  canvas: string;
  /** Cards, bars, fields. */
  surface: string;
  /** Menus, dialogs, toasts: above cards. */
  raised: string;
  /** Recessed areas, hovered rows, tracks. */
  sunken: string;
  border: string;
  /** Border of inputs and checkboxes. */
  field: string;
  text: string;
  muted: string;
  good: string;
  'good-soft': string;
  warn: string;
  'warn-soft': string;
  bad: string;
  'bad-soft': string;
  star: string;
  'star-empty': string;
  /** The warm second color, only for drawings and small accents; never as a background or color of text. */
  ember: string;
  'ember-soft': string;
  /** Three steps of elevation: cards, menus, dialogs. */
  'shadow-1': string;
  'shadow-2': string;
  'shadow-3': string;
}

export const light: Palette = {
  canvas: '#f6f7fa',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#f0f2f6',
  border: '#e3e6ed',
  field: '#868fa1',
  text: '#161b27',
  muted: '#586274',
  good: '#17724a',
  'good-soft': '#e6f5ed',
  warn: '#8f5400',
  'warn-soft': '#fdf2de',
  bad: '#b3261e',
  'bad-soft': '#fdebe9',
  star: '#c47f00',
  'star-empty': '#d3d8e0',
  ember: '#f08a24',
  'ember-soft': '#fdeedd',
  'shadow-1': '0 1px 2px #1018280d',
  'shadow-2': '0 1px 3px #10182814, 0 8px 24px -6px #1018281f',
  'shadow-3': '0 2px 6px #10182814, 0 24px 56px -12px #10182838',
};

export const dark: Palette = {
  canvas: '#0e1118',
  surface: '#161a23',
  raised: '#1c212c',
  sunken: '#1e2430',
  border: '#2a303d',
  field: '#6f7b92',
  text: '#e8ebf1',
  muted: '#a0a9ba',
  good: '#5fca99',
  'good-soft': '#12291f',
  warn: '#f0b45a',
  'warn-soft': '#2e2413',
  bad: '#ff8f86',
  'bad-soft': '#331a1a',
  star: '#f2b53c',
  'star-empty': '#3a4252',
  ember: '#f59a3d',
  'ember-soft': '#2f2318',
  'shadow-1': '0 1px 2px #00000040',
  'shadow-2': '0 1px 3px #00000059, 0 10px 28px -6px #00000080',
  'shadow-3': '0 2px 6px #00000066, 0 28px 60px -12px #000000a6',
};

/** The tokens that depend on the operator's color. Names become `--k-<name>`. */
export function brandTokens(primary: string) {
  const scale = colorScale(primary);
  const steps = Object.fromEntries(scale.map((color, step) => [`brand-${step}`, color]));
  return {
    light: {
      ...steps,
      /** Background of the main button, under white text. */
      brand: scale[7],
      'brand-hover': scale[8],
      'on-brand': '#ffffff',
      'brand-soft': scale[1],
      'on-brand-soft': readableOn(scale[8], scale[1], 5.5),
      link: readableOn(primary, light.canvas, 5),
      focus: readableOn(primary, light.surface, 3.2),
    },
    dark: {
      brand: scale[7],
      'brand-hover': scale[6],
      'on-brand': '#ffffff',
      'brand-soft': mix(dark.surface, primary, 0.2),
      'on-brand-soft': readableOn(mix(primary, '#ffffff', 0.4), mix(dark.surface, primary, 0.2), 5.5),
      link: readableOn(primary, dark.sunken, 6),
      focus: readableOn(primary, dark.surface, 4),
    },
    /** The sidebar of the theme `colored`: dark in the operator's color, beside light screens. */
    colored: {
      canvas: mix(light.canvas, primary, 0.035),
      side: scale[9],
      'side-edge': scale[9],
      'side-text': '#ffffff',
      'side-muted': mix(scale[9], '#ffffff', 0.74),
      'side-hover': mix(scale[9], '#ffffff', 0.1),
      'side-active': mix(scale[9], '#ffffff', 0.18),
      'side-active-text': '#ffffff',
    },
  };
}
