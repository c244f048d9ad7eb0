/**
 * The code to paste, for each way. Those that fill a place later reserve it, so that nothing jumps when the content
 * comes; texts are cut to a number of lines, so the height is known before.
 */
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import { renderPicture } from '@kindling/guest/embed/render/picture';
import { pastedElement, pastedFrame, type Reserve } from '@kindling/guest/embed/render/reserve';
import { renderSchema, schemaElement } from '@kindling/guest/embed/render/schema';
import { embedTitle } from '@kindling/guest/embed/render/title';
import { escapeHtml } from '../../lib/escape-html.ts';

/** Seconds that a page made by PHP waits for us at most. */
const phpTimeout = 2;

/** @param embed its name as the owner wrote it, and what it shows. */
export function snippets(
  publicUrl: string,
  { name, snapshot, reserve }: { name: string; snapshot: Snapshot; reserve: Reserve },
): NonNullable<Embed['snippets']> {
  const { code } = snapshot;
  const address = `${publicUrl}/e/${code}`;
  const element = pastedElement(code, reserve);
  const script = (file: string) => `<script async src="${publicUrl}/e/${file}"></script>`;
  const schema = renderSchema(snapshot);
  return {
    script: `${element}\n${script(`${code}.js`)}`,
    iframe: frame(address, name, reserve, script('loader.js')),
    address: reserve.narrow === 0 ? null : address,
    json: `${address}.json`,
    fragment: `<?php echo @file_get_contents('${address}.html', false, stream_context_create(['http' => ['timeout' => ${phpTimeout}]])); ?>\n${script(`${code}.js`)}`,
    loader: `${element}\n${script('loader.js')}`,
    picture: picture(address, snapshot),
    react: `import { KindlingReviews } from '@kindling/react';\n\n<KindlingReviews code="${code}" host="${publicUrl}" />`,
    schema: schema === null ? null : schemaElement(schema),
  };
}

/**
 * Null for what takes no room in the page: it stands in the window, and would have none of a frame's. The script gives
 * the frame its true height; where a page allows none, the frame has the reserved one and scrolls what is taller.
 */
function frame(address: string, name: string, reserve: Reserve, script: string): string | null {
  if (reserve.narrow === 0) return null;
  return `${pastedFrame(address, escapeHtml(name), reserve)}\n${script}`;
}

/** PNG: mail programs draw no SVG. Its size stands beside it, so that it does not shift what follows. */
function picture(address: string, snapshot: Snapshot): string {
  const size = /^<svg\b[^>]*?(?= width="(\d+)")[^>]*? height="(\d+)"/.exec(renderPicture(snapshot));
  const [, width, height] = size ?? [];
  const room = width === undefined || height === undefined ? '' : ` width="${width}" height="${height}"`;
  return `<img src="${address}.png" srcset="${address}@2x.png 2x" alt="${escapeHtml(embedTitle(snapshot))}"${room}>`;
}
