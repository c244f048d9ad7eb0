/** The script of layouts without movement that have "show more" or relative dates. The rest is as in `embed.ts`. */
import { enhance } from './shared/enhance.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhance);
