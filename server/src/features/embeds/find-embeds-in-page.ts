/** Looks for embeds in a page, as a browser without scripts would read it. Pure: nothing is fetched or run. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { findBlockingDirective, type Policy, parsePolicies } from './content-security-policy.ts';
import { attribute, elementsOf, parsePage } from './parse-page.ts';
import { findStrippedCode, type StrippedCode } from './stripped-code.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Something of ours that the page asks for. */
export interface EmbedReference {
  /** The directive of the page's policies that forbids it. */
  blockedBy: string | null;
}

/** What a page holds, by the code of the embed. */
export interface PageEmbeds {
  /** Our elements. */
  elements: Set<string>;
  /** Those of them whose content came with the page. */
  fragments: Set<string>;
  /** Those of the elements that have a style of their own, whatever it says. */
  styled: Set<string>;
  scripts: Map<string, EmbedReference>;
  frames: Map<string, EmbedReference>;
  /** Those of the frames that have a style or a height of their own. */
  sized: Set<string>;
  pictures: Map<string, EmbedReference>;
  /** The script that loads those of all elements; null where there is none. */
  loader: EmbedReference | null;
  strippedCode: StrippedCode;
}

export interface PageContext {
  /** Where the page came from after redirects. */
  url: string;
  /** Value of its header `content-security-policy`; those of its own meta elements are read too. */
  policies: string | undefined;
  /** Address of this installation. */
  publicUrl: string;
}

/** @throws PageTooLarge */
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
  const carries = element.childNodes.some(
    (child) =>
      'tagName' in child && child.tagName === 'template' && attribute(child, 'shadowrootmode') === 'open',
  );
  if (carries) fragments.add(code);
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
  const trace = {
    blockedBy: findBlockingDirective(parsed, { kind, target, page: url, nonce: attribute(element, 'nonce') }),
  };
  if (kind === 'image') addReference(found.pictures, name.replace(/(@2x)?\.(png|svg)$/, ''), trace);
  else if (kind === 'frame') {
    addReference(found.frames, name, trace);
    if (attribute(element, 'style') || attribute(element, 'height')) found.sized.add(name);
  } else if (name === 'loader.js') found.loader = preferAllowed(found.loader, trace);
  else if (name.endsWith('.js')) addReference(found.scripts, name.slice(0, -'.js'.length), trace);
}

/** The last part of an address below `/e/`, with or without a hash before it; null for any other address. */
function embedFile(target: URL, publicUrl: string): string | null {
  if (target.host !== new URL(publicUrl).host) return null;
  return /^\/e\/(?:[\w-]+\/)?([a-z0-9.@]+)$/.exec(target.pathname)?.[1] ?? null;
}

/** The code in any address of an embed, whatever form it stands for. */
function embedCode(address: string, base: string, publicUrl: string): string | null {
  if (!URL.canParse(address, base)) return null;
  return embedFile(new URL(address, base), publicUrl)?.replace(/[.@].*/, '') ?? null;
}

function addReference(traces: Map<string, EmbedReference>, code: string, trace: EmbedReference): void {
  traces.set(code, preferAllowed(traces.get(code) ?? null, trace));
}

/** One of several that may run is enough. */
function preferAllowed(known: EmbedReference | null, trace: EmbedReference): EmbedReference {
  return known !== null && known.blockedBy === null ? known : trace;
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
