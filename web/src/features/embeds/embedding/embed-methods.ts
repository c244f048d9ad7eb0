/** The methods to put an embed on a page, and the help texts of each. */
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
/** Badges are often used where there is no web page: in e-mails and README files. */
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

/**
 * The methods that this embed has code for. "schema" is always listed, because its tab explains why there is no code.
 */
export function embedMethodsOf({
  kind,
  snippets,
}: {
  kind: EmbedKind;
  snippets: Embed['snippets'];
}): readonly EmbedMethod[] {
  const all = kind === 'badge' ? badgeMethods : widgetMethods;
  return all.filter((method) => method === 'schema' || snippets?.[method] !== null);
}

export const builders = ['html', 'wordpress', 'shopify', 'wix', 'squarespace', 'webflow'] as const;
export type Builder = (typeof builders)[number];

/** Methods whose code is pasted into a page, with steps for each site builder. */
export function hasSteps(method: EmbedMethod): method is 'script' | 'iframe' | 'loader' {
  return method === 'script' || method === 'iframe' || method === 'loader';
}

/** Methods that are explained in a paragraph; JSON needs none. */
export function hasExplanation(
  method: EmbedMethod,
): method is 'address' | 'loader' | 'fragment' | 'picture' | 'react' {
  return (
    method === 'address' ||
    method === 'loader' ||
    method === 'fragment' ||
    method === 'picture' ||
    method === 'react'
  );
}

/**
 * A CSS rule with the content of the code's style attribute, for editors that remove that attribute. Null when the code
 * has no style attribute.
 */
export function styleRule(code: string): string | null {
  const [, tag, name, value, style] =
    /<(kindling-reviews|iframe)\s[^>]*?\b(code|src)="([^"]*)"[^>]*?\sstyle="([^"]*)"/.exec(code) ?? [];
  if (style === undefined) return null;
  const lines = style.split(';').filter(Boolean);
  return `${tag}[${name}="${value}"] {\n${lines.map((line) => `  ${line};`).join('\n')}\n}`;
}

const stepNames = ['first', 'second', 'third'] as const;
/** Steps with a different text for an iframe, which is no script and needs no plan that allows scripts. */
const iframeSteps: Partial<Record<Builder, readonly string[]>> = {
  squarespace: ['first', 'second', 'third'],
  webflow: ['third'],
};

/** Translation keys of the steps in order, below `widgets:embed`. */
export function stepKeys(method: EmbedMethod, builder: Builder): string[] {
  return stepNames.map((step) => {
    const frame = method === 'iframe' && (iframeSteps[builder]?.includes(step) ?? false);
    return `${frame ? 'frameSteps' : 'steps'}.${builder}.${step}`;
  });
}
