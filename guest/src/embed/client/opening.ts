/** The script of layouts with a panel or tiles that open. The rest is as in `embed.ts`. */
import { enhancePanel } from './shared/enhance-panel.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';

declare const kindling: Payload;

showEmbed(kindling, enhancePanel);
