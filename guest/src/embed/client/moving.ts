/** The script of layouts with cards in a row. The rest is as in `embed.ts`. */
import { enhanceRow } from './shared/enhance-row.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhanceRow);
