/**
 * The code to paste, for each way of embedding. Code whose content loads later reserves the height, so that the page does
 * not shift; texts are clamped to a number of lines, so the height is known in advance.
 */
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import { renderPicture } from '@kindling/guest/embed/render/picture';
import { pastedElement, pastedFrame, type Reserve } from '@kindling/guest/embed/render/reserve';
import { renderSchema, schemaElement } from '@kindling/guest/embed/render/schema';
import { embedTitle } from '@kindling/guest/embed/render/title';
import { escapeHtml } from '../../lib/escape-html.ts';

/** Seconds that a PHP page waits for our response. */
const phpTimeout = 2;

/** @param embed the name from the owner, the snapshot and its height */
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
 * Null for an embed that is fixed in the window, which does not fit into a frame. The script sets the true height of the
 * frame; on a page that blocks scripts the frame keeps the reserved height and scrolls taller content.
 */
function frame(address: string, name: string, reserve: Reserve, script: string): string | null {
  if (reserve.narrow === 0) return null;
  return `${pastedFrame(address, escapeHtml(name), reserve)}\n${script}`;
}

/** PNG, because mail programs do not draw SVG. With width and height, so that it does not shift what follows. */
function picture(address: string, snapshot: Snapshot): string {
  const match = /^<svg\b[^>]*?(?= width="(\d+)")[^>]*? height="(\d+)"/.exec(renderPicture(snapshot));
  const [, width, height] = match ?? [];
  const size = width === undefined || height === undefined ? '' : ` width="${width}" height="${height}"`;
  return `<img src="${address}.png" srcset="${address}@2x.png 2x" alt="${escapeHtml(embedTitle(snapshot))}"${size}>`;
}
