/** The tokens as style sheets. The scheme is `data-mantine-color-scheme` on the root, the theme `data-theme` on the body. */
import { brandTokens, dark, fontStack, light, monoStack, motion, radius, space, type } from './tokens.ts';

const px = (values: Record<string, number>, prefix: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, `${value}px`]));

/** `rem`, so that text follows the reader's own size. */
function typeTokens(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(type).flatMap(([name, [size, line]]) => [
      [`text-${name}`, `${size / 16}rem`],
      [`line-${name}`, String(Math.round((line / size) * 1000) / 1000)],
    ]),
  );
}

function declare(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `--k-${name}:${value}`)
    .join(';');
}

/**
 * One rule per scheme. Without a script nothing sets the attribute, and the system's preference decides; with
 * `prefs.js` the attribute decides.
 */
function schemes(bright: Record<string, string>, night: Record<string, string>): string {
  const dim = declare(night);
  return [
    `:root{${declare(bright)}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dim}}}`,
    // Paper is white.
    `@media screen{:root[data-mantine-color-scheme="dark"]{${dim}}}`,
  ].join('');
}

/** The sidebar's colors unless a theme overrides them. */
const side = {
  side: 'var(--k-surface)',
  'side-edge': 'var(--k-border)',
  'side-text': 'var(--k-text)',
  'side-muted': 'var(--k-muted)',
  'side-hover': 'var(--k-sunken)',
  'side-active': 'var(--k-brand-soft)',
  'side-active-text': 'var(--k-on-brand-soft)',
};

/** All tokens that do not depend on the operator's color; generated once per build. */
export function tokensCss(): string {
  const fixed = {
    font: fontStack,
    mono: monoStack,
    ...typeTokens(),
    ...px(space, 'space-'),
    ...px(radius, 'radius-'),
    quick: `${motion.quick}ms`,
    calm: `${motion.calm}ms`,
    curve: motion.curve,
    ...side,
  };
  return `:root{${declare(fixed)}}${schemes({ ...light }, { ...dark })}`;
}

/** The tokens that depend on the operator's color `#rrggbb`; the server adds them to every page when it starts. */
export function brandCss(primary: string): string {
  const tokens = brandTokens(primary);
  return `${schemes(tokens.light, tokens.dark)}body[data-theme="colored"]{${declare(tokens.colored)}}`;
}
