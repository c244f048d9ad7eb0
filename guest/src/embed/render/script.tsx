/** The scripts that carry or load an embed. Server only: it hashes. */
import type { Snapshot } from '@kindling/contract/embeds';
import { inlineJson, inlineText } from '../../kit/inline-json.ts';
import type { Payload } from '../client/shared/payload.ts';
import { allowedSitesOf, sitePattern } from './allowed-sites.tsx';
import { contentHash } from './content-hash.ts';
import { type RenderedEmbed, renderEmbed } from './render-embed.tsx';

/**
 * Text of the JavaScript file for a published snapshot. `clientSource` is the built client (`dist/guest/embed.js`,
 * one expression statement that reads the free name `kindling`). Same snapshot and client, same text: its hash may
 * serve as ETag. Safe in JavaScript: see `inlineText`.
 */
export function renderScript(
  snapshot: Snapshot,
  clientSource: string,
  { html, css }: RenderedEmbed = renderEmbed(snapshot),
): string {
  // Styles before markup: of all orders this one compresses best.
  // React escapes the apostrophe, which ends nothing in markup with double quotes; each entity costs bytes.
  const plain = html.replaceAll('&#x27;', "'");
  const payload = {
    css,
    html: plain,
    code: snapshot.code,
    hash: contentHash({ html, css }),
  } satisfies Payload;
  const fields = Object.entries(payload).map(([name, text]) => `${name}:${inlineText(text)}`);
  return siteGuard(allowedSitesOf(snapshot)) + wrapClientScript(clientSource, `{${fields.join()}}`);
}

/** Stands before the rest where an owner named the sites; nobody else loads it. A rule of display, not of secrecy. */
function siteGuard(sites: readonly string[] | null): string {
  return sites === null ? '' : `RegExp(${inlineJson(sitePattern(sites))}).test(location.hostname)&&`;
}

/** Text of the loader that all embeds share. `base` is the address that codes follow, with its last slash. */
export function renderLoader(base: string, loaderSource: string): string {
  return wrapClientScript(loaderSource, inlineText(base));
}

/**
 * The bundler's directive and its function around our code change nothing about it, and every byte is sent with every
 * embed.
 */
function wrapClientScript(source: string, kindling: string): string {
  const code = source
    .trim()
    .replace(/^"use strict";/, '')
    .replace(/^\(\(\)=>\{([\s\S]*)\}\)\(\);$/, '$1');
  return `!function(kindling){${code}}(${kindling});`;
}
