/** The HTML that a site's own server puts into its pages: seen with the page itself, and without any script. */
import type { Snapshot } from '@kindling/contract/embeds';
import { contentHash } from './content-hash.ts';
import { renderEmbed } from './render-embed.tsx';
import { reserveHeight, reserveStyle } from './reserve.tsx';

/**
 * The element with its content in a declarative shadow root. The script of the embed takes it over: by `data-h` it
 * knows its own content, leaves every node where it is, and adds the behaviour.
 */
export function renderFragment(snapshot: Snapshot): string {
  const { html, css } = renderEmbed(snapshot);
  const style = reserveStyle(reserveHeight(snapshot));
  // Element and style are our own text and stand outside React, which would escape the rules.
  return [
    `<kindling-reviews code="${snapshot.code}" style="${style}"><template shadowrootmode="open">`,
    `<style data-h="${contentHash({ html, css })}">${css}</style>${html}`,
    '</template></kindling-reviews>\n',
  ].join('');
}
