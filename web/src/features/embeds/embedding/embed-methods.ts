/** The ways onto a page, and what helps with each. */
import type { EmbedKind } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';

export type EmbedMethod = keyof NonNullable<Embed['snippets']>;

/** Most useful first. */
const widgetMethods = [
  'script',
  'iframe',
  'address',
  'loader',
  'fragment',
  'react',
  'json',
  'picture',
  'schema',
] as const;
/** A badge is often wanted where no page is: in mails and README files. */
const badgeMethods = [
  'script',
  'picture',
  'iframe',
  'address',
  'loader',
  'fragment',
  'react',
  'json',
  'schema',
] as const;

/** Without those that this embed has no code for; that there is no schema snippet is explained instead. */
export function embedMethodsOf({
  kind,
  snippets,
}: {
  kind: EmbedKind;
  snippets: Embed['snippets'];
}): readonly EmbedMethod[] {
  const all = kind === 'badge' ? badgeMethods : widgetMethods;
  return all.filter((way) => way === 'schema' || snippets?.[way] !== null);
}

export const builders = ['html', 'wordpress', 'shopify', 'wix', 'squarespace', 'webflow'] as const;
export type Builder = (typeof builders)[number];

/** What is pasted into a page as it is has steps for each site builder. */
export function hasSteps(way: EmbedMethod): way is 'script' | 'iframe' | 'loader' {
  return way === 'script' || way === 'iframe' || way === 'loader';
}

/** Ways whose help is a paragraph; JSON explains itself in its first sentence. */
export function hasExplanation(
  way: EmbedMethod,
): way is 'address' | 'loader' | 'fragment' | 'picture' | 'react' {
  return way === 'address' || way === 'loader' || way === 'fragment' || way === 'picture' || way === 'react';
}

/**
 * The rule for a site's own style sheet that says what the style attribute of the code says, for editors that remove
 * it. Null where the code has none.
 */
export function styleRule(code: string): string | null {
  const [, tag, name, value, style] =
    /<(kindling-reviews|iframe)\s[^>]*?\b(code|src)="([^"]*)"[^>]*?\sstyle="([^"]*)"/.exec(code) ?? [];
  if (style === undefined) return null;
  const lines = style.split(';').filter(Boolean);
  return `${tag}[${name}="${value}"] {\n${lines.map((line) => `  ${line};`).join('\n')}\n}`;
}

const stepNames = ['first', 'second', 'third'] as const;
/** Steps that are others for a frame, which is no script and needs no plan that allows scripts. */
const iframeSteps: Partial<Record<Builder, readonly string[]>> = {
  squarespace: ['first', 'second', 'third'],
  webflow: ['third'],
};

/** Keys of the texts in order, below `widgets:embed`. */
export function stepKeys(way: EmbedMethod, builder: Builder): string[] {
  return stepNames.map((step) => {
    const frame = way === 'iframe' && (iframeSteps[builder]?.includes(step) ?? false);
    return `${frame ? 'frameSteps' : 'steps'}.${builder}.${step}`;
  });
}
