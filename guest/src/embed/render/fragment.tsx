/** The HTML that a site's own server puts into its pages: seen with the page itself, and without any script. */
import type { Snapshot } from '@kindling/contract/embeds';
import { contentHash } from './content-hash.ts';
import { type RenderedEmbed, renderEmbed } from './render-embed.tsx';
import { pastedElement, type Reserve, reserveHeight } from './reserve.tsx';

/**
 * The element with its content in a declarative shadow root. The script of the embed takes it over: by `data-h` it
 * knows its own content, leaves every node where it is, and adds the behaviour.
 */
export function renderFragment(
  snapshot: Snapshot,
  { html, css }: RenderedEmbed = renderEmbed(snapshot),
  reserve: Reserve = reserveHeight(snapshot),
): string {
  // Element and style are our own text and stand outside React, which would escape the rules.
  const template = [
    '<template shadowrootmode="open">',
    `<style data-h="${contentHash({ html, css })}">${css}</style>${html}`,
    '</template>',
  ].join('');
  // The room is for browsers that make no shadow root of a template.
  return `${pastedElement(snapshot.code, reserve, template)}\n`;
}
