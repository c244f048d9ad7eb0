/** The settings that belong to each look. Choosing a look sets them all; each may then be changed by itself. */
import { type EmbedLook, type EmbedSettings, embedSettingsSchema } from './embed-settings.ts';

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
  'textSize',
] as const satisfies readonly (keyof EmbedSettings)[];

export type LookSettings = Pick<EmbedSettings, (typeof lookFields)[number]>;
type Changes = Partial<Omit<LookSettings, 'look'>>;

/** What differs from the default settings. */
const changes: Record<EmbedLook, Changes> = {
  paper: {},
  night: { theme: 'dark', accent: '#7FB2FF', stars: '#D9AE54', border: 0, radius: 14 },
  // The renderer adapts the default accent to each theme; no single color is readable on both.
  'day-and-night': { theme: 'auto', stars: '#B87A0F', radius: 16, border: 0, shadow: 'soft' },
  minimal: { accent: '#1F2937', stars: '#1F2937', border: 0, radius: 0, spacing: 'airy' },
  editorial: {
    ...{ accent: '#7A1F2B', stars: '#8A5A12', text: '#1C1917', background: '#FFFFFF', line: '#CFC9C4' },
    ...{ border: 0, radius: 0, spacing: 'airy', font: 'serif' },
  },
  'big-quote': {
    ...{ accent: '#0F766E', stars: '#B45309', text: '#13302C', background: '#FFFFFF', line: '#DCE7E5' },
    ...{ border: 0, radius: 0, font: 'humanist' },
  },
  speech: {
    ...{ accent: '#1D5FD1', stars: '#B77400', text: '#14223A', background: '#FFFFFF', line: '#E1E8F3' },
    ...{ border: 0, radius: 18, font: 'rounded' },
  },
  note: {
    ...{ accent: '#1D6B8F', stars: '#A86400', text: '#241A0C', background: '#FFFDF5', line: '#EADFC8' },
    ...{ border: 0, radius: 4, font: 'hand' },
  },
  polaroid: {
    ...{ accent: '#8C4A2F', stars: '#A86400', text: '#2A2622', background: '#FAF8F5', line: '#E2DDD6' },
    ...{ border: 0, radius: 4, font: 'humanist' },
  },
  ticket: {
    ...{ accent: '#A81E2A', stars: '#A81E2A', text: '#33201C', background: '#FFFBF3', line: '#EAD9C2' },
    ...{ radius: 6, font: 'slab' },
  },
  receipt: {
    ...{ accent: '#222222', stars: '#55554F', text: '#222222', background: '#FFFEFA', line: '#9A9A90' },
    ...{ radius: 0, spacing: 'compact', font: 'mono', textSize: 14 },
  },
  chalkboard: {
    ...{ theme: 'dark', accent: '#F7D774', stars: '#F7D774' },
    ...{ text: '#F2F0E4', background: '#26342D', line: '#7C8F83', border: 3, radius: 10, font: 'hand' },
  },
  glass: {
    ...{ accent: '#1A44B8', stars: '#9A5B00', text: '#101828', background: '#FFFFFF', line: '#D0D5DD' },
    ...{ radius: 20, shadow: 'soft' },
  },
  ring: {
    ...{ accent: '#9D2BB0', stars: '#B4560A', text: '#2B1633', background: '#FFFFFF', line: '#EEE2F1' },
    ...{ border: 0, radius: 20, shadow: 'soft', font: 'geometric' },
  },
  timeline: {
    ...{ accent: '#0369A1', stars: '#A86C00', text: '#12293A', background: '#FFFFFF', line: '#B6D4E6' },
    ...{ border: 0, radius: 0, font: 'humanist' },
  },
  swiss: {
    ...{ accent: '#D0021B', stars: '#D0021B', text: '#111111', background: '#FFFFFF', line: '#111111' },
    ...{ border: 0, radius: 0, font: 'system' },
  },
  bold: {
    ...{ accent: '#C8102E', stars: '#C8102E', text: '#0A0A0A', background: '#FFFFFF', line: '#0A0A0A' },
    ...{ border: 3, radius: 0, font: 'system', textSize: 17 },
  },
  rounded: {
    ...{ accent: '#6D28D9', stars: '#9A3FC9', text: '#2E1F47', background: '#FAF6FF', line: '#E3D6FA' },
    ...{ border: 0, radius: 24, font: 'rounded' },
  },
  'shop-window': {
    ...{ accent: '#0B7A55', stars: '#A86C00', text: '#12372A', background: '#F3FBF7', line: '#B9D9CC' },
    ...{ border: 0, radius: 16, shadow: 'strong' },
  },
  newspaper: {
    ...{ accent: '#8A1C1C', stars: '#8A6D1F', text: '#221F1A', background: '#FBF8F1', line: '#CFC6B2' },
    ...{ radius: 0, font: 'serif', textSize: 16 },
  },
  neon: {
    ...{ theme: 'dark', accent: '#00E5FF', stars: '#FF4FD8' },
    ...{ text: '#E9E9FF', background: '#0B0B1E', line: '#34347A', border: 2, radius: 8, font: 'system' },
  },
  terracotta: {
    ...{ accent: '#9A3A1E', stars: '#B0551A', text: '#4A2316', background: '#FFF4EC', line: '#F0CDB8' },
    ...{ radius: 18, shadow: 'soft', font: 'humanist' },
  },
  harbor: {
    ...{ theme: 'dark', accent: '#9BE7D8', stars: '#FFD166' },
    ...{ text: '#EAF4F4', background: '#0F3040', line: '#2A5568', radius: 4, spacing: 'airy' },
  },
  typewriter: {
    ...{ accent: '#2B2B28', stars: '#A03A2C', text: '#2B2B28', background: '#F6F6EF', line: '#D5D5C9' },
    ...{ radius: 2, font: 'mono', textSize: 14 },
  },
  marker: {
    ...{ accent: '#3A3A3A', stars: '#B57A00', text: '#1E1E1E', background: '#FFFFFF', line: '#E5E5E5' },
    ...{ border: 0, radius: 0, font: 'humanist', textSize: 16 },
  },
  scoreboard: {
    ...{ theme: 'dark', accent: '#FFB020', stars: '#FFB020' },
    ...{ text: '#F5F7FA', background: '#101418', line: '#2B333D', radius: 6, font: 'geometric' },
  },
};

const defaults = pickLook(embedSettingsSchema.parse({}));

export const lookSettings = Object.fromEntries(
  Object.entries(changes).map(([look, own]) => [look, { ...defaults, ...own, look }]),
) as Record<EmbedLook, LookSettings>;

function pickLook(settings: EmbedSettings): LookSettings {
  return Object.fromEntries(lookFields.map((field) => [field, settings[field]])) as LookSettings;
}
