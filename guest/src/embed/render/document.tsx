/** The page behind the iframe address, complete without a script. For the server only, because it hashes. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@kindling/contract/embeds';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsOf } from '../../kit/texts.ts';
import { layoutOf } from './layouts.ts';
import { type RenderedEmbed, renderEmbed } from './render-embed.tsx';
import { embedTitle } from './title.tsx';

const pageCss = 'body{margin:0}';

export type EmbedDocument = {
  /** The whole document; UTF-8. */
  readonly html: string;
  /** Values for `style-src` and `script-src` of this page, with quotes; nothing else is needed. */
  readonly csp: { readonly style: string; readonly script: string };
};

/** `frameSource` is the built script of the page (`dist/guest/frame.js`); the page is readable without it. */
export function renderDocument(
  snapshot: Snapshot,
  frameSource: string,
  embed: RenderedEmbed = renderEmbed(snapshot),
): EmbedDocument {
  const texts = textsOf(snapshot.settings.language);
  const css = pageCss + embed.css;
  const script = frameSource.trim();
  const title = embedTitle(snapshot);
  // Style and script are our own text and are added outside React, which would escape them.
  const html = [
    `<!doctype html><html lang="${texts.tag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">',
    renderToStaticMarkup(
      <>
        <title>{title}</title>
        {/* Nobody shows a layout with a fixed position in a frame. */}
        {layoutOf(snapshot).fixed ? null : (
          <link rel="alternate" type="application/json+oembed" href={oembedAddress(snapshot)} title={title} />
        )}
      </>,
    ),
    `<style>${css}</style></head><body>`,
    renderToStaticMarkup(<main data-code={snapshot.code} />).replace('</main>', ''),
    `${embed.html}</main>`,
    `<script>${script}</script></body></html>`,
  ].join('');
  return { html, csp: { style: sourceHash(css), script: sourceHash(script) } };
}

/** The oEmbed address, where programs with this page's address ask how to show it. */
function oembedAddress({ brand, code }: Snapshot): string {
  const address = new URL('/oembed', brand.url);
  address.searchParams.set('url', new URL(`/e/${code}`, brand.url).href);
  address.searchParams.set('format', 'json');
  return address.href;
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
