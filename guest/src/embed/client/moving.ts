/** The script of layouts with cards in a row. The rest is as in `embed.ts`. */
import { enhanceRow } from './shared/enhance-row.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';

declare const kindling: Payload;

showEmbed(kindling, enhanceRow);
