/** The script of layouts whose cards stand in a row; all else is as `embed.ts` says. */
import { enhanceRow } from './shared/enhance-row.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhanceRow);
