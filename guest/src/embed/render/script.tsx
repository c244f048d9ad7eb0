/** The scripts that carry or load an embed. Server only: it hashes. */
import type { Snapshot } from '@kindling/contract/embeds';
import { inlineJson } from '../../kit/inline-json.ts';
import type { Payload } from '../client/shared/payload.ts';
import { sitePattern, sitesOf } from './allowed-sites.tsx';
import { contentHash } from './content-hash.ts';
import { renderEmbed } from './render-embed.tsx';

/**
 * Text of the JavaScript file for a published snapshot. `clientSource` is the built client (`dist/guest/embed.js`,
 * one expression statement that reads the free name `kindling`). Same snapshot and client, same text: its hash may
 * serve as ETag. ASCII-safe for JavaScript: see `inlineJson`.
 */
export function renderScript(snapshot: Snapshot, clientSource: string): string {
  const { html, css } = renderEmbed(snapshot);
  const payload: Payload = { code: snapshot.code, hash: contentHash({ html, css }), html, css };
  return guard(sitesOf(snapshot)) + around(clientSource, payload);
}

/** Stands before the rest where an owner named the sites; nobody else loads it. A rule of display, not of secrecy. */
function guard(sites: readonly string[] | null): string {
  return sites === null ? '' : `RegExp(${inlineJson(sitePattern(sites))}).test(location.hostname)&&`;
}

/** Text of the loader that all embeds share. `base` is the address that codes follow, with its last slash. */
export function renderLoader(base: string, loaderSource: string): string {
  return around(loaderSource, base);
}

/** The bundler's directive changes nothing about our code, and every byte is sent with every embed. */
function around(source: string, kindling: unknown): string {
  const code = source.trim().replace(/^"use strict";/, '');
  return `!function(kindling){${code}}(${inlineJson(kindling)});\n`;
}
