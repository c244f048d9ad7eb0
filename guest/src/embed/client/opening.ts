/** The script of layouts with a panel that opens. The rest is as in `embed.ts`. */
import { enhancePanel } from './shared/enhance-panel.ts';
import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';

declare const kindling: Payload;

mountEmbed(kindling, enhancePanel);
