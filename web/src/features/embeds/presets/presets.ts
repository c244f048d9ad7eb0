/** Predefined looks. Applying one changes the look only, not the content. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';

const lookFields = [
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
  'textSize',
] as const satisfies readonly (keyof EmbedSettings)[];

export type Look = Pick<EmbedSettings, (typeof lookFields)[number]>;

/** The default look, from which every preset starts. */
const defaultLook: Look = {
  theme: 'light',
  accent: '#3B82EC',
  stars: '#CC8400',
  text: null,
  background: null,
  line: null,
  border: 1,
  radius: 12,
  shadow: 'none',
  spacing: 'normal',
  font: 'site',
  textSize: 15,
};

export const presets = {
  paper: defaultLook,
  night: {
    ...defaultLook,
    theme: 'dark',
    accent: '#7FB2FF',
    stars: '#FFC857',
    shadow: 'soft',
    radius: 14,
  },
  dayAndNight: {
    ...defaultLook,
    theme: 'auto',
    accent: '#4F6BED',
    stars: '#B87A0F',
    radius: 16,
    border: 0,
    shadow: 'soft',
  },
  minimal: {
    ...defaultLook,
    accent: '#1F2937',
    stars: '#1F2937',
    border: 0,
    radius: 0,
    spacing: 'airy',
  },
  bold: {
    ...defaultLook,
    accent: '#C8102E',
    stars: '#C8102E',
    text: '#0A0A0A',
    background: '#FFFFFF',
    line: '#0A0A0A',
    border: 3,
    radius: 0,
    shadow: 'strong',
    textSize: 17,
  },
  rounded: {
    ...defaultLook,
    accent: '#7C3AED',
    stars: '#B45EE0',
    text: '#2E1F47',
    background: '#FAF6FF',
    line: '#E3D6FA',
    border: 2,
    radius: 24,
    spacing: 'airy',
    font: 'system',
  },
  newspaper: {
    ...defaultLook,
    accent: '#8A1C1C',
    stars: '#8A6D1F',
    text: '#221F1A',
    background: '#FBF8F1',
    line: '#CFC6B2',
    radius: 0,
    font: 'serif',
    textSize: 16,
  },
  shopWindow: {
    ...defaultLook,
    accent: '#0B7A55',
    stars: '#B77A00',
    text: '#12372A',
    background: '#F3FBF7',
    line: '#CDE5DB',
    border: 0,
    radius: 16,
    shadow: 'strong',
  },
  midnightNeon: {
    ...defaultLook,
    theme: 'dark',
    accent: '#00E5FF',
    stars: '#FF4FD8',
    text: '#E9E9FF',
    background: '#0B0B1E',
    line: '#34347A',
    border: 2,
    radius: 8,
    font: 'system',
  },
  terracotta: {
    ...defaultLook,
    accent: '#A63F22',
    stars: '#C8631E',
    text: '#4A2316',
    background: '#FFF4EC',
    line: '#F0CDB8',
    radius: 18,
    shadow: 'soft',
  },
  typewriter: {
    ...defaultLook,
    accent: '#2B2B28',
    stars: '#6B6B63',
    text: '#2B2B28',
    background: '#F1F1EA',
    line: '#2B2B28',
    radius: 2,
    spacing: 'compact',
    font: 'mono',
    textSize: 14,
  },
  harbor: {
    ...defaultLook,
    theme: 'dark',
    accent: '#9BE7D8',
    stars: '#FFD166',
    text: '#EAF4F4',
    background: '#0F3040',
    line: '#2A5568',
    radius: 10,
    spacing: 'airy',
  },
} as const satisfies Record<string, Look>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

/** The preset that equals these settings; null for a custom look. */
export function findPreset(settings: EmbedSettings): PresetName | null {
  const same = (name: PresetName) =>
    lookFields.every((field) => normalizeCase(settings[field]) === normalizeCase(presets[name][field]));
  return presetNames.find(same) ?? null;
}

/** Hex colors are compared case-insensitively. */
function normalizeCase(value: Look[keyof Look]): Look[keyof Look] {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
