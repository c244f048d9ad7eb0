/** Finds out how an embed is installed on a fetched page. Pure: nothing is fetched or run. */
import type { PageCheck } from '@kindling/contract/page-check';
import type { FetchedPage } from '../../lib/safe-fetch.ts';
import { type EmbedReference, findEmbedsInPage, type PageEmbeds } from './find-embeds-in-page.ts';
import { explainStrippedCode } from './stripped-code.ts';

export interface CheckedEmbed {
  code: string;
  /** Whether its settings allow the site of the page. */
  siteAllowed: boolean;
  /** False for an embed that is fixed in the window and takes no space in the page. */
  inFlow: boolean;
}

/** @throws PageTooLargeError */
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
  const found = findEmbedsInPage(page.text, { url: page.url, policies, publicUrl });
  const method = findMethod(found, code);
  if (method === null) return explainMissing(found, code);
  if (method.reference !== null && method.result !== 'found-picture' && !siteAllowed)
    return { result: 'not-allowed-site', detail: new URL(page.url).hostname };
  if (method.reference !== null && method.reference.blockedBy !== null)
    return { result: 'blocked-by-csp', detail: method.reference.blockedBy };
  return { result: inFlow ? withReservedSpace(method.result, found, code) : method.result, detail: null };
}

/** Reports a missing style, which reserves the height. Only its presence is checked, not its content. */
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
  /** Null for content that the page contains without a request to us. */
  reference: EmbedReference | null;
}

/** How the page shows the embed; of several ways, the first that is not blocked. */
function findMethod(found: PageEmbeds, code: string): EmbedMethod | null {
  if (found.fragments.has(code)) return { result: 'found-fragment', reference: null };
  const script = found.elements.has(code) ? (found.scripts.get(code) ?? null) : null;
  const loader = found.elements.has(code) ? found.loader : null;
  const frame = found.frames.get(code) ?? null;
  const picture = found.pictures.get(code) ?? null;
  const methods: EmbedMethod[] = [];
  if (script !== null) methods.push({ result: 'found-script', reference: script });
  if (loader !== null) methods.push({ result: 'found-script', reference: loader });
  if (frame !== null) methods.push({ result: 'found-iframe', reference: frame });
  if (picture !== null) methods.push({ result: 'found-picture', reference: picture });
  return methods.find(({ reference }) => reference?.blockedBy === null) ?? methods[0] ?? null;
}

function explainMissing(found: PageEmbeds, code: string): PageCheck {
  const { elements, scripts, frames, pictures, loader, strippedCode } = found;
  if (elements.has(code)) return { result: 'element-without-script', detail: null };
  const explanation = explainStrippedCode(strippedCode, code);
  if (explanation === 'element-without-code') return { result: explanation, detail: null };
  if (scripts.has(code)) return { result: 'script-without-element', detail: null };
  if (explanation !== null) return { result: explanation, detail: null };
  const others = [elements, scripts.keys(), frames.keys(), pictures.keys()].flatMap((codes) => [...codes]);
  // A page can contain any text as a code.
  const other = others.find((one) => /^[a-z0-9]{10}$/.test(one));
  if (other !== undefined) return { result: 'other-embed', detail: other };
  if (loader !== null) return { result: 'script-without-element', detail: null };
  return { result: strippedCode.wordpress ? 'not-found-wordpress' : 'not-found', detail: null };
}
