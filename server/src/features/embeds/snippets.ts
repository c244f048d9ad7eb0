import type { Embed } from '@kindling/contract/embeds';
import { reserveLength, reserveStyle } from '@kindling/guest/embed/render/reserve';
import { escapeHtml } from '../../lib/escape-html.ts';

/**
 * The code to paste. The script way reserves the place, so that nothing jumps when the content comes; texts are cut to
 * a number of lines, so the height is known before.
 */
export function snippets(
  publicUrl: string,
  code: string,
  name: string,
  reserve: { narrow: number; wide: number },
): NonNullable<Embed['snippets']> {
  const title = escapeHtml(name);
  return {
    script: `<kindling-reviews code="${code}" style="${reserveStyle(reserve)}"></kindling-reviews>\n<script async src="${publicUrl}/e/${code}.js"></script>`,
    iframe: `<iframe src="${publicUrl}/e/${code}" title="${title}" loading="lazy" style="width:100%;height:${reserveLength(reserve)};border:0"></iframe>`,
    json: `${publicUrl}/e/${code}.json`,
    fragment: `${publicUrl}/e/${code}.html`,
    loader: `<kindling-reviews code="${code}" style="${reserveStyle(reserve)}"></kindling-reviews>\n<script async src="${publicUrl}/e/loader.js"></script>`,
    picture: `<img src="${publicUrl}/e/${code}.svg" alt="${title}">`,
    react: `import { KindlingReviews } from '@kindling/react';\n\n<KindlingReviews code="${code}" />`,
    schema: null,
  };
}
