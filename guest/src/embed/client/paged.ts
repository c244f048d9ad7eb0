/** The script of layouts without movement that have "show more" or relative dates. The rest is as in `embed.ts`. */
import { enhance } from './shared/enhance.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';

declare const kindling: Payload;

showEmbed(kindling, enhance);
