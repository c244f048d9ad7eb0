/** The HTML that a site's own server puts into its pages: visible with the page, and without a script. */
import type { Snapshot } from '@kindling/contract/embeds';
import { contentHash } from './content-hash.ts';
import { type RenderedEmbed, renderEmbed } from './render-embed.tsx';
import { pastedElement, type Reserve, reserveHeight } from './reserve.tsx';

/**
 * The element with its content in a declarative shadow root. The embed's script recognizes its own content by
 * `data-h`, keeps every node, and adds the behavior.
 */
export function renderFragment(
  snapshot: Snapshot,
  { html, css }: RenderedEmbed = renderEmbed(snapshot),
  reserve: Reserve = reserveHeight(snapshot),
): string {
  // Element and style are our own text and are added outside React, which would escape the rules.
  const template = [
    '<template shadowrootmode="open">',
    `<style data-h="${contentHash({ html, css })}">${css}</style>${html}`,
    '</template>',
  ].join('');
  // The spacer is for browsers without declarative shadow roots.
  return `${pastedElement(snapshot.code, reserve, template)}\n`;
}
