/** The script of layouts with a panel that opens; all else is as `embed.ts` says. */
import { enhancePanel } from './shared/enhance-panel.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhancePanel);
