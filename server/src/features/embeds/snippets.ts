import type { Embed } from '@kindling/contract/embeds';

/**
 * The code to paste. The script way reserves the place (`min-height`), so that nothing jumps when the content comes;
 * the wide figure is enough for every width, because texts are cut to a number of lines.
 */
export function snippets(
  publicUrl: string,
  code: string,
  name: string,
  reserve: { narrow: number; wide: number },
): NonNullable<Embed['snippets']> {
  const title = name.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return {
    script: `<kindling-reviews code="${code}" style="display:block;min-height:${reserve.wide}px"></kindling-reviews>\n<script async src="${publicUrl}/e/${code}.js"></script>`,
    iframe: `<iframe src="${publicUrl}/e/${code}" title="${title}" loading="lazy" style="width:100%;height:${reserve.narrow}px;border:0"></iframe>`,
    json: `${publicUrl}/e/${code}.json`,
  };
}
