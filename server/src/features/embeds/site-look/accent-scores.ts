/** Which of a page's colors is the one of its brand: the saturated one that its buttons, links and names of properties use most. */
import { platforms } from '@kindling/contract/platforms';
import { contrast } from '@kindling/design/color';
import { firstColor } from './css-colors.ts';
import type { Declaration } from './css-rules.ts';

/** Colors of other brands, and of messages. */
const foreignSelector = new RegExp(
  [
    ...platforms,
    'twitter|instagram|youtube|whatsapp|linkedin|pinterest|tiktok|paypal|telegram',
    'error|danger|success|warning|invalid|alert|notice|cookie|sr-only',
    'has-[a-z0-9-]+-(color|background)',
  ].join('|'),
  'i',
);
/** The palette that WordPress writes into every page. */
const stockProperty =
  /^--wp--preset--|-(red|green|blue|yellow|orange|purple|pink|indigo|cyan|teal|success|danger|warning|error|info)(-|$)/i;
const brandProperty = /(^|-)(primary|brand|accent|theme)(-|$)/i;
const actionProperty = /(^|-)(main|button|btn|link|cta|highlight|key)(-|$)/i;
const secondaryProperty =
  /secondary|tertiary|text|background|(^|-)(bg|on|hover|active|border|light|dark|rgb)(-|$)/i;
const buttonSelector = /(^|[\s,>.#-])(button|btn|cta)(?![a-z])|\[type=["']?submit/i;
const linkSelector = /(^|[\s,>])a(:link|:any-link)?\s*(,|$)/i;
const passingState = /:(hover|focus|active|visited|disabled)/i;

/** What a color of one single rule counts at most, so that one rule of a library for each icon decides nothing. */
const maxMinorScore = 12;
const themeColorScore = 20;
/** Between the strongest and the weakest channel, of 255: less is a gray. */
const minSaturation = 46;
/** Colors that differ by less are one color, which a page writes with small deviations. */
const sameColorDistance = 26;
/** Below it, nobody sees the color on its ground. */
const minContrast = 1.2;

interface Score {
  main: number;
  minor: number;
}

export function createAccentScores() {
  const scores = new Map<string, Score>();
  const count = (color: string | null, value: number) => {
    if (color === null) return;
    const score = scores.get(color) ?? { main: 0, minor: 0 };
    if (value >= 4) score.main += value;
    else score.minor = Math.min(maxMinorScore, score.minor + value);
    scores.set(color, score);
  };
  return {
    /** @param declaration with its custom properties filled in */
    add(declaration: Declaration): void {
      const weight = weightOf(declaration);
      if (weight > 0) count(firstColor(declaration.value), weight);
    },
    addThemeColor(color: string | null): void {
      count(color, themeColorScore);
    },
    /** The best color that is seen on this ground, or else the best gray of a button or link; null without one. */
    best(ground: string): string | null {
      const seen = [...scores]
        .map(([color, { main, minor }]) => ({ color, score: main + minor, main }))
        .filter(({ color }) => contrast(color, ground) >= minContrast)
        .sort((a, b) => b.score - a.score)
        .slice(0, 60);
      const colored = seen.filter(({ color }) => saturationOf(color) >= minSaturation);
      const gathered = colored.map(({ color }) => ({
        color,
        score: colored
          .filter((other) => distance(color, other.color) < sameColorDistance)
          .reduce((sum, { score }) => sum + score, 0),
      }));
      const [best] = gathered.sort((a, b) => b.score - a.score);
      return best?.color ?? seen.find(({ main }) => main > 0)?.color ?? null;
    },
  };
}

function weightOf({ selector, name }: Declaration): number {
  if (foreignSelector.test(selector)) return 0;
  const state = passingState.test(selector) ? 0.25 : 1;
  if (name.startsWith('--')) return weightOfProperty(name);
  if (name === 'background' || name === 'background-color')
    return (buttonSelector.test(selector) ? 8 : 1.5) * state;
  if (name === 'color') return (linkSelector.test(selector) ? 6 : 1) * state;
  return name === 'fill' || name === 'border-color' || name === 'border' ? 0.5 * state : 0;
}

function weightOfProperty(name: string): number {
  if (stockProperty.test(name)) return 0;
  if (secondaryProperty.test(name)) return 1;
  if (brandProperty.test(name)) return 14;
  return actionProperty.test(name) ? 6 : 0.5;
}

function channelsOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function saturationOf(color: string): number {
  const channels = channelsOf(color);
  return Math.max(...channels) - Math.min(...channels);
}

function distance(one: string, other: string): number {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
