/**
 * The script on customers' pages, for layouts without movement or pages. Trust rules of this script and the larger
 * ones: it never throws into the page, reads nothing of the page but its host name, stores nothing, sends only the
 * kind of a click (`events.ts`), and leaves one trace: a property under a symbol.
 */

import { watchReadMore } from './shared/clamped-texts.ts';
import type { Payload } from './shared/payload.ts';
import { showEmbed } from './shared/show-embed.ts';

/** The server wraps this script: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

showEmbed(kindling, watchReadMore);
