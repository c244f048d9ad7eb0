/**
 * The script on customers' pages, for layouts without movement or pages. Trust rules of this script and the larger
 * ones: it never throws into the page, reads nothing of the page but its host name, stores nothing, sends only the
 * kind of a click (`events.ts`), and leaves one trace: a property under a symbol.
 */

import { mountEmbed } from './shared/mount-embed.ts';
import type { Payload } from './shared/payload.ts';
import { watchReadMore } from './shared/read-more.ts';

/** The server wraps this script: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

mountEmbed(kindling, watchReadMore);
