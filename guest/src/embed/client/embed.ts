/**
 * The script on other people's pages, for what stands still on one page. Trust rules of this and its larger sisters: it
 * never throws into the page, reads nothing of the page, stores nothing, asks for nothing over the network, and leaves
 * one trace: a property under a symbol.
 */
import { watchFolds } from './shared/folds.ts';
import type { Payload } from './shared/payload.ts';
import { show } from './shared/show.ts';

/** Put around this script by the server: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

show(kindling, watchFolds);
