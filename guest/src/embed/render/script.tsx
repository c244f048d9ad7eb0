/** The scripts that contain or load an embed. For the server only, because it hashes. */
import type { Snapshot } from '@kindling/contract/embeds';
import { inlineJson, inlineText } from '../../kit/inline-json.ts';
import type { Payload } from '../client/shared/payload.ts';
import { allowedSitesOf, sitePattern } from './allowed-sites.tsx';
import { contentHash } from './content-hash.ts';
import { flatMarkup } from './flat-markup.tsx';
import { languagesOf } from './languages.tsx';
import { type RenderedEmbed, renderEmbed } from './render-embed.tsx';

/**
 * The JavaScript file of a published snapshot. `clientSource` is the built client (`dist/guest/embed.js`, one
 * expression statement that reads the free name `kindling`). The same snapshot and client give the same text, so its
 * hash can be the ETag. Safe in JavaScript: see `inlineText`.
 */
export function renderScript(
  snapshot: Snapshot,
  clientSource: string,
  { html, css }: RenderedEmbed = renderEmbed(snapshot),
): string {
  // This order compresses best.
  const payload = {
    code: snapshot.code,
    hash: contentHash({ html, css }),
    css,
    markup: flatMarkup(html),
  } satisfies Payload;
  const fields = Object.entries(payload).map(([name, text]) => `${name}:${inlineText(text)}`);
  return siteGuard(allowedSitesOf(snapshot)) + wrapClientScript(clientSource, `{${fields.join()}}`);
}

/** What a script has beside the content and behavior of its embed. */
export type PageScripts = {
  /** The built `dist/guest/page-language.js`, for embeds that follow the language of the page. */
  readonly pageLanguage: string;
  /** The built `dist/guest/page-events.js`, for embeds that send the page events. */
  readonly pageEvents: string;
};

/** The script of an embed with the parts for its page that the settings ask for. */
export function renderPageScript(
  { settings, code }: Pick<Snapshot, 'settings' | 'code'>,
  script: string,
  { pageLanguage, pageEvents }: PageScripts,
): string {
  const own = settings.sendsEvents ? script + wrapClientScript(pageEvents, inlineText(code)) : script;
  if (!settings.followsPageLanguage) return own;
  const fields = [
    `language:${inlineJson(settings.language)}`,
    `languages:${inlineJson(languagesOf(settings))}`,
    `show(){${own}}`,
  ];
  return wrapClientScript(pageLanguage, `{${fields.join()}}`);
}

/**
 * Precedes the rest when the owner named sites; other embeds do not load it. It is a display rule and no protection.
 */
function siteGuard(sites: readonly string[] | null): string {
  return sites === null ? '' : `RegExp(${inlineJson(sitePattern(sites))}).test(location.hostname)&&`;
}

/** The loader that all embeds share. `base` is the base address of codes, with a trailing slash. */
export function renderLoader(base: string, loaderSource: string): string {
  return wrapClientScript(loaderSource, inlineText(base));
}

/**
 * Removes the bundler's directive and function around our code: they change nothing, and every byte is sent with
 * every embed.
 */
function wrapClientScript(source: string, kindling: string): string {
  const code = source
    .trim()
    .replace(/^"use strict";/, '')
    .replace(/^\(\(\)=>\{([\s\S]*)\}\)\(\);$/, '$1');
  return `!function(kindling){${code}}(${kindling});`;
}
