/** The script of layouts with fields and tabs for visitors to search, filter and order. The rest is as in `paged.ts`. */
import { enhance } from './shared/enhance.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';
import { watchVisitorTools } from './shared/visitor-tools.ts';

declare const kindling: Payload;

showEmbed(kindling, (root) => {
  watchVisitorTools(root);
  return enhance(root);
});
