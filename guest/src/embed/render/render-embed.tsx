/** Renders a snapshot to HTML and CSS, for the script, the iframe page and the editor's preview. */
import type { Snapshot } from '@kindling/contract/embeds';
import { renderToStaticMarkup } from 'react-dom/server';
import { Embed } from './embed.tsx';
import { addParts } from './page-styles.ts';
import { renderCss } from './styles.tsx';

/** The result of `renderEmbed`; script, document and fragment of one snapshot can share it. */
export type RenderedEmbed = { readonly html: string; readonly css: string };

/**
 * Pure. `html` is one element for a shadow root (or a body) without scripts, styles, style attributes or ids; `css`
 * is its style sheet. React escapes all foreign text. The markup has no void elements but `img` and no comments, as
 * `flatMarkup` requires.
 */
export function renderEmbed(snapshot: Snapshot): RenderedEmbed {
  const plain = renderToStaticMarkup(<Embed snapshot={snapshot} />);
  const html = snapshot.settings.pageStyles ? addParts(plain) : plain;
  return { html, css: renderCss(snapshot, html) };
}
