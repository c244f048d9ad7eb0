/**
 * A widget as it is on a customer's page: drawn by the renderer, in a shadow root that the browser makes from the markup, so that
 * it needs no script. The page's policy allows its style sheet by hash (`styleHashesOf`).
 */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@kindling/contract/embeds';
import { Embed } from '@kindling/guest/embed/render/embed';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import { embedTitle } from '@kindling/guest/embed/render/title';

interface LiveEmbedProps {
  snapshot: Snapshot;
  /** Tells it from the other embeds of the page, for screen readers. */
  label: string;
  /** The sheet in place of the snapshot's own. */
  css?: string;
  /** For the scripts and styles of the page: `data-live`. */
  name?: string;
}

export function LiveEmbed({ snapshot, label, css = renderEmbed(snapshot).css, name }: LiveEmbedProps) {
  return (
    <div className="live" data-live={name}>
      <template {...{ shadowrootmode: 'open' }}>
        <style>{css}</style>
        <Embed snapshot={snapshot} label={`${label} (${embedTitle(snapshot)})`} />
      </template>
    </div>
  );
}

/** The hashes of a page's inline style sheets for `style-src`, with quotes. */
export function styleHashesOf(html: string): string[] {
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);
  return [...new Set(sheets)].map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
}
