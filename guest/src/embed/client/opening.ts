/** The script of layouts with a panel that opens; all else is as `embed.ts` says. */
import { behaveOpening } from './shared/behave-opening.ts';
import type { Payload } from './shared/payload.ts';
import { show } from './shared/show.ts';

declare const kindling: Payload;

show(kindling, behaveOpening);
