/**
 * How much room the pasted code keeps free, so that nothing on the page moves when the embed arrives.
 *
 * Texts are folded after `clampLines`, so a height has an upper bound; it is computed here for the narrowest slot
 * of each of two bands of page width. From 600 px on, the column of text stops growing and the height is nearly
 * constant. What is reserved too much stays empty. With `clampLines` 0 it is an estimate and no bound. A page whose
 * CSP forbids style attributes must put the same rule into its own style sheet, or accepts one shift.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { textsOf } from '../../kit/texts.ts';
import { layouts } from './layouts.ts';
import { type Reserve, reserveLength } from './reserve-length.tsx';

export { type Reserve, reserveLength };

/** Narrowest slot of each band: 320 px phones and 600 px tablets with margins of 16 and 24 px. */
const slots = { narrow: 288, wide: 552 } as const;
/** Room for rounding of lines to whole pixels. */
const slack = 1.02;

/** Room in `px` for the two bands; `narrow` is never less than `wide`. */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const wide = heightAt(snapshot, slots.wide);
  return { narrow: Math.max(wide, heightAt(snapshot, slots.narrow)), wide };
}

/** Content of the style attribute of the pasted element. */
export function reserveStyle(reserve: Reserve): string {
  return `display:block;min-height:${reserveLength(reserve)}`;
}

function heightAt(snapshot: Snapshot, slot: number): number {
  const { language, layout, textSize, border } = snapshot.settings;
  const room = { snapshot, texts: textsOf(language), slot: (slot - 2 * border) / textSize };
  const { em, px } = layouts[layout].height(room);
  return Math.ceil((em * textSize + px + 2 * border) * slack);
}
