/** For the server that renders the page: fetches the HTML that a browser can show without a script. */
import { originOf } from './load-script.ts';

export interface FetchFragmentOptions {
  /** Milliseconds to wait; after that the page is sent without the content, which the script then loads. */
  timeout?: number;
  /** Language of the page, as two letters, for an embed that follows it; without it, the embed's own. */
  language?: string;
  /** Replaces the global `fetch`, for the caches of frameworks. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The content of `/e/<code>.html`, ready for the `html` of `<KindlingReviews>`: a `<template shadowrootmode="open">`.
 * Null when there is none, when the response is something else, and when the installation is down or slow. Never
 * throws, because a page must not fail over its reviews.
 */
export async function fetchFragment(
  host: string,
  code: string,
  { timeout = 2000, language, fetch = globalThis.fetch }: FetchFragmentOptions = {},
): Promise<string | null> {
  try {
    const ending = language === undefined ? '' : `.${encodeURIComponent(language)}`;
    const answer = await fetch(`${originOf(host)}/e/${encodeURIComponent(code)}${ending}.html`, {
      signal: AbortSignal.timeout(timeout),
    });
    return answer.ok ? templateOf(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** The shadow root's template without the element around it, which the component renders. */
function templateOf(fragment: string): string | null {
  const [template = null] = /<template shadowrootmode="open"[\s\S]*<\/template>/.exec(fragment) ?? [];
  return template;
}
