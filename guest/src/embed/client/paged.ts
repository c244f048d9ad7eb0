/** The script of what stands still and has "show more" or days that turn into ages; all else is as `embed.ts` says. */
import { behave } from './shared/behave.ts';
import type { Payload } from './shared/payload.ts';
import { show } from './shared/show.ts';

declare const kindling: Payload;

show(kindling, behave);
