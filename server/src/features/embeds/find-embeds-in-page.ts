/** Finds embeds in a page as a browser without scripts would read it. Pure: nothing is fetched or run. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { findBlockingDirective, type Policy, parsePolicies } from './content-security-policy.ts';
import { attribute, elementsOf, parsePage } from './parse-page.ts';
import { findStrippedCode, type StrippedCode } from './stripped-code.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** A script, frame or picture of ours that the page loads. */
export interface EmbedReference {
  /** The directive of the page's policies that blocks it. */
  blockedBy: string | null;
}

/** The embeds in a page, by code. */
export interface PageEmbeds {
  /** Our custom elements. */
  elements: Set<string>;
  /** Elements whose content is part of the page (declarative shadow root). */
  fragments: Set<string>;
  /** Elements with any `style` attribute. */
  styled: Set<string>;
  scripts: Map<string, EmbedReference>;
  frames: Map<string, EmbedReference>;
  /** Frames with any `style` or `height` attribute. */
  sized: Set<string>;
  pictures: Map<string, EmbedReference>;
  /** The loader, which loads the scripts of all elements; null if the page has none. */
  loader: EmbedReference | null;
  strippedCode: StrippedCode;
}

export interface PageContext {
  /** Address of the page after redirects. */
  url: string;
  /** Value of the header `content-security-policy`; policies in meta elements are read, too. */
  policies: string | undefined;
  /** Address of this installation. */
  publicUrl: string;
}

/** @throws PageTooLargeError */
export function findEmbedsInPage(html: string, context: PageContext): PageEmbeds {
  const elements = elementsOf(parsePage(html));
  const policies = [context.policies, ...elements.map(metaPolicy)].flatMap((text) =>
    parsePolicies(text ?? ''),
  );
  const base = baseUrl(elements, context.url);
  const found: PageEmbeds = {
    elements: new Set(),
    fragments: new Set(),
    styled: new Set(),
    scripts: new Map(),
    frames: new Map(),
    sized: new Set(),
    pictures: new Map(),
    loader: null,
    strippedCode: findStrippedCode(elements, (address) => embedCode(address, base, context.publicUrl)),
  };
  for (const element of elements) {
    if (element.tagName === 'kindling-reviews') addElement(found, element);
    else if (/^(script|iframe|img)$/.test(element.tagName))
      addSource(found, element, { ...context, base, parsed: policies });
  }
  return found;
}

function addElement({ elements, fragments, styled }: PageEmbeds, element: Element): void {
  const code = attribute(element, 'code') ?? '';
  elements.add(code);
  if (attribute(element, 'style')) styled.add(code);
  const hasShadowRoot = element.childNodes.some(
    (child) =>
      'tagName' in child && child.tagName === 'template' && attribute(child, 'shadowrootmode') === 'open',
  );
  if (hasShadowRoot) fragments.add(code);
}

const kinds: Readonly<Record<string, 'frame' | 'image'>> = { iframe: 'frame', img: 'image' };

function addSource(
  found: PageEmbeds,
  element: Element,
  { base, url, publicUrl, parsed }: PageContext & { base: string; parsed: Policy[] },
): void {
  const source = attribute(element, 'src') ?? '';
  if (!URL.canParse(source, base)) return;
  const target = new URL(source, base);
  const name = embedFile(target, publicUrl);
  if (name === null) return;
  const kind = kinds[element.tagName] ?? 'script';
  const reference = {
    blockedBy: findBlockingDirective(parsed, { kind, target, page: url, nonce: attribute(element, 'nonce') }),
  };
  if (kind === 'image') addReference(found.pictures, name.replace(/(@2x)?\.(png|svg)$/, ''), reference);
  else if (kind === 'frame') {
    addReference(found.frames, name, reference);
    if (attribute(element, 'style') || attribute(element, 'height')) found.sized.add(name);
  } else if (name === 'loader.js') found.loader = preferAllowed(found.loader, reference);
  else if (name.endsWith('.js')) addReference(found.scripts, name.slice(0, -'.js'.length), reference);
}

/** The file name of an address below `/e/`, with or without a hash before it; null for any other address. */
function embedFile(target: URL, publicUrl: string): string | null {
  if (target.host !== new URL(publicUrl).host) return null;
  return /^\/e\/(?:[\w-]+\/)?([a-z0-9.@]+)$/.exec(target.pathname)?.[1] ?? null;
}

/** The code in any address of an embed, in any format. */
function embedCode(address: string, base: string, publicUrl: string): string | null {
  if (!URL.canParse(address, base)) return null;
  return embedFile(new URL(address, base), publicUrl)?.replace(/[.@].*/, '') ?? null;
}

function addReference(
  references: Map<string, EmbedReference>,
  code: string,
  reference: EmbedReference,
): void {
  references.set(code, preferAllowed(references.get(code) ?? null, reference));
}

/** If there are several, one that is not blocked is enough. */
function preferAllowed(known: EmbedReference | null, reference: EmbedReference): EmbedReference {
  return known !== null && known.blockedBy === null ? known : reference;
}

function metaPolicy(element: Element): string | undefined {
  const about = element.tagName === 'meta' ? attribute(element, 'http-equiv') : undefined;
  return about?.toLowerCase() === 'content-security-policy' ? attribute(element, 'content') : undefined;
}

function baseUrl(elements: Element[], url: string): string {
  const href = elements
    .filter(({ tagName }) => tagName === 'base')
    .map((element) => attribute(element, 'href'))
    .find((value) => value !== undefined);
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}
