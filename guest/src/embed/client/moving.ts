/** The script of layouts whose cards stand in a row; all else is as `embed.ts` says. */
import { behaveMoving } from './shared/behave-moving.ts';
import type { Payload } from './shared/payload.ts';
import { show } from './shared/show.ts';

declare const kindling: Payload;

show(kindling, behaveMoving);
