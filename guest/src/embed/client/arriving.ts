/** The script of the toast, which arrives in a corner of the window. The rest is as in `embed.ts`. */
import { enhanceRow } from './shared/enhance-row.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';
import { watchToast } from './shared/toast.ts';

declare const kindling: Payload;

showEmbed(kindling, (root) => watchToast(root, enhanceRow));
