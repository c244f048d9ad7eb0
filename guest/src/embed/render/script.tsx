/** The one script that carries an embed. Server only: it hashes. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@kindling/contract/embeds';
import { inlineJson } from '../../kit/inline-json.ts';
import type { Payload } from '../client/shared/payload.ts';
import { renderEmbed } from './render-embed.tsx';

/**
 * Text of the JavaScript file for a published snapshot. `clientSource` is the built client (`dist/guest/embed.js`,
 * one expression statement that reads the free name `kindling`). Same snapshot and client, same text: its hash may
 * serve as ETag. ASCII-safe for JavaScript: see `inlineJson`.
 */
export function renderScript(snapshot: Snapshot, clientSource: string): string {
  const { html, css } = renderEmbed(snapshot);
  const hash = createHash('sha256').update(css).update(html).digest('base64url').slice(0, 10);
  const payload: Payload = { code: snapshot.code, hash, html, css };
  return `!function(kindling){${clientSource.trim()}}(${inlineJson(payload)});\n`;
}
