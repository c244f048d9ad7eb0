/**
 * The names in the style sheets of embeds. The sources use the readable names; the build (tools/lib/guest-styles.mjs)
 * serves the short ones, because each byte is sent to every visitor. The position in a list decides the short name, so
 * the most frequent ones come first.
 */
const classList = [
  'avatar-tone-2',
  'avatar-tone-4',
  'review-facts',
  'source-name',
  'clamped-text',
  'avatar',
  'review-text',
  'clamp-box',
  'source-mark',
  'reply',
  'row',
  'footer',
  'review-card',
  'embed',
  'avatar-tone-5',
  'stars',
  'avatar-tone-1',
  'header',
  'note',
  'read-more',
  'write-link',
  'avatar-tone-3',
  'author-name',
  'author',
  'figure',
  'fact',
  'badge-rating',
  'most-columns-5',
  'avatar-icon',
  'summary-reviews',
  'thumb',
  'dots',
  'column-start-3',
  'tone-line',
  'bars',
  'badge-recommended',
  'next-page',
  'arrow-button',
  'controls',
  'most-columns-3',
  'badge-picture',
  'track',
  'pause-button',
  'recommendation-bars',
  'quotation-mark',
  'most-columns-4',
  'most-columns-1',
  'picture-background',
  'tone-muted',
  'tone-fore',
  'column-start-4',
  'badge-small',
  'floating',
  'write-links',
  'badge-picture-facts',
  'column-start-5',
  'tone-stars',
  'tone-accent',
  'position',
  'column-start-2',
  'floating-figures',
  'moving-row',
  'avatar-photo',
  'large-figure',
  'figure-block',
  'cards',
  'badge-corner-start',
  'wall-name',
  'badge-sources',
  'badge-source',
  'badge-source-name',
  'badge-ratings',
  'most-columns-6',
  'empty',
  'bare-row',
  'row-area',
  'floating-panel',
  'column-start-6',
  'floating-button',
  'plain-links',
  'floating-close',
  'floating-end',
  'badge-count',
  'thumb-down',
  'most-columns-2',
  'floating-start',
  'badge-corner',
] as const;

/** Custom properties, without their two hyphens. */
const propertyList = [
  'background',
  'accent',
  'foreground',
  'muted',
  'line',
  'hue',
  'border',
  'clamp-lines',
  'radius',
  'avatar-paper',
  'columns',
  'shadow-margin',
  'avatar-ink',
  'shadow',
  'stars',
  'gap',
  'spacing',
] as const;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type Shortened<Names extends readonly string[]> = Readonly<Record<CamelCase<Names[number]>, string>>;

/** Short class names by readable name in camel case. */
export const shortClasses = shorten(classList, '');
/** Short custom properties, with their two hyphens, by readable name in camel case. */
export const shortProperties = shorten(propertyList, '--');

/** The constants of css.d.ts, for the `define` of esbuild and Vite. */
export const styleConstants: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ classNames: shortClasses, propertyNames: shortProperties }).flatMap(([constant, names]) =>
    Object.entries(names).map(([name, short]) => [`${constant}.${name}`, JSON.stringify(short)]),
  ),
);

export function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** One letter as long as there are any, then two. No name is `ad`: ad blockers hide elements with that class. */
function shorten<const Names extends readonly string[]>(names: Names, prefix: string): Shortened<Names> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const short = [...letters, ...pairs.filter((pair) => pair !== 'ad')];
  return Object.fromEntries(
    names.map((name, index) => [camelCase(name), `${prefix}${short[index]}`]),
  ) as Shortened<Names>;
}
