/** Says what of an embed stands on a page that was fetched. Pure: nothing is fetched or run. */
import type { PageCheck } from '@kindling/contract/page-check';
import type { FetchedPage } from '../../lib/safe-fetch.ts';
import { type EmbedReference, findEmbedsInPage, type PageEmbeds } from './find-embeds-in-page.ts';
import { explainStrippedCode } from './stripped-code.ts';

export interface CheckedEmbed {
  code: string;
  /** Whether its settings let it stand on the page's site. */
  siteAllowed: boolean;
  /** False for what stands in the visitor's window and takes no room in the page. */
  inFlow: boolean;
}

/** @throws PageTooLarge */
export function analyzePage(
  page: FetchedPage,
  { code, siteAllowed, inFlow }: CheckedEmbed,
  publicUrl: string,
): PageCheck {
  if (page.status < 200 || page.status > 299) return { result: 'unreachable', detail: String(page.status) };
  const [type = ''] = (page.headers['content-type'] ?? 'text/html').split(';');
  if (!/^(text\/html|application\/xhtml\+xml)$/i.test(type.trim()))
    return { result: 'not-html', detail: type.trim() };
  const policies = page.headers['content-security-policy'];
  const traces = findEmbedsInPage(page.text, { url: page.url, policies, publicUrl });
  const way = findMethod(traces, code);
  if (way === null) return explainMissing(traces, code);
  if (way.trace !== null && way.result !== 'found-picture' && !siteAllowed)
    return { result: 'not-allowed-site', detail: new URL(page.url).hostname };
  if (way.trace !== null && way.trace.blockedBy !== null)
    return { result: 'blocked-by-csp', detail: way.trace.blockedBy };
  return { result: inFlow ? withReservedSpace(way.result, traces, code) : way.result, detail: null };
}

/** Whether something keeps its room free, by there being a style at all: what it says is not looked at. */
function withReservedSpace(
  result: EmbedMethod['result'],
  { styled, sized }: PageEmbeds,
  code: string,
): PageCheck['result'] {
  if (result === 'found-script' && !styled.has(code)) return 'found-without-style';
  if (result === 'found-iframe' && !sized.has(code)) return 'frame-without-height';
  return result;
}

interface EmbedMethod {
  result: 'found-script' | 'found-iframe' | 'found-fragment' | 'found-picture';
  /** Null for what is there without asking us for anything. */
  trace: EmbedReference | null;
}

/** How the page shows the embed; of several ways, one that may. */
function findMethod(traces: PageEmbeds, code: string): EmbedMethod | null {
  if (traces.fragments.has(code)) return { result: 'found-fragment', trace: null };
  const script = traces.elements.has(code) ? (traces.scripts.get(code) ?? null) : null;
  const loader = traces.elements.has(code) ? traces.loader : null;
  const frame = traces.frames.get(code) ?? null;
  const picture = traces.pictures.get(code) ?? null;
  const ways: EmbedMethod[] = [];
  if (script !== null) ways.push({ result: 'found-script', trace: script });
  if (loader !== null) ways.push({ result: 'found-script', trace: loader });
  if (frame !== null) ways.push({ result: 'found-iframe', trace: frame });
  if (picture !== null) ways.push({ result: 'found-picture', trace: picture });
  return ways.find(({ trace }) => trace?.blockedBy === null) ?? ways[0] ?? null;
}

function explainMissing(traces: PageEmbeds, code: string): PageCheck {
  const { elements, scripts, frames, pictures, loader, strippedCode: remains } = traces;
  if (elements.has(code)) return { result: 'element-without-script', detail: null };
  const left = explainStrippedCode(remains, code);
  if (left === 'element-without-code') return { result: left, detail: null };
  if (scripts.has(code)) return { result: 'script-without-element', detail: null };
  if (left !== null) return { result: left, detail: null };
  const others = [elements, scripts.keys(), frames.keys(), pictures.keys()].flatMap((codes) => [...codes]);
  // What a page names may be anything.
  const other = others.find((one) => /^[a-z0-9]{10}$/.test(one));
  if (other !== undefined) return { result: 'other-embed', detail: other };
  if (loader !== null) return { result: 'script-without-element', detail: null };
  return { result: remains.wordpress ? 'not-found-wordpress' : 'not-found', detail: null };
}
