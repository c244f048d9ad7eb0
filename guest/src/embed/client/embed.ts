/**
 * The script on other people's pages, for what stands still on one page. Trust rules of this and its larger sisters: it
 * never throws into the page, reads nothing of the page but its host's name, stores nothing, asks for nothing over the
 * network but what `events.ts` tells of a click, and leaves one trace: a property under a symbol.
 */

import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';
import { watchReadMore } from './shared/read-more.ts';

/** Put around this script by the server: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

mountEmbed(kindling, watchReadMore);
