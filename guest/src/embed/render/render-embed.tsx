/** Snapshot to HTML and CSS: the one rendering, used by the script, the iframe page and the editor's preview. */
import type { Snapshot } from '@kindling/contract/embeds';
import { renderToStaticMarkup } from 'react-dom/server';
import { Embed } from './embed.tsx';
import { renderCss } from './styles.tsx';
import { inlineSingleUseProperties, keepUsedRules } from './used-rules.ts';

/** What `renderEmbed` gives; script, document and fragment of one snapshot can share it. */
export type RenderedEmbed = { readonly html: string; readonly css: string };

/**
 * Pure. `html` is one element for a shadow root (or a body) without scripts, styles, style attributes or ids;
 * `css` is the style sheet that goes with it. All outside text is escaped by React. The markup uses no void
 * elements and no comments: the client's small reader (`client/shared/nodes.ts`) relies on that.
 */
export function renderEmbed(snapshot: Snapshot): RenderedEmbed {
  const html = renderToStaticMarkup(<Embed snapshot={snapshot} />);
  return { html, css: inlineSingleUseProperties(keepUsedRules(renderCss(snapshot), html)) };
}
