/** The script of what stands still and has "show more" or days that turn into ages; all else is as `embed.ts` says. */
import { enhance } from './shared/enhance.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhance);
