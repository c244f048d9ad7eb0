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

export type Reserve = { readonly narrow: number; readonly wide: number };

/** Page width in px where the bands meet. */
const bandEdge = 600;
/** Narrowest slot of each band: 320 px phones and 600 px tablets with margins of 16 and 24 px. */
const slots = { narrow: 288, wide: 552 } as const;
/** Room for rounding of lines to whole pixels. */
const slack = 1.02;

/** Room in `px` for the two bands; `narrow` is never less than `wide`. */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const wide = heightAt(snapshot, slots.wide);
  return { narrow: Math.max(wide, heightAt(snapshot, slots.narrow)), wide };
}

/**
 * The reserve as one CSS length for a style attribute, where media queries cannot stand: the middle term is huge
 * below the edge and negative from it on, so `clamp` picks one of the two ends.
 */
export function reserveLength({ narrow, wide }: Reserve): string {
  return narrow === wide ? `${wide}px` : `clamp(${wide}px,(${bandEdge}px - 100vw)*9999,${narrow}px)`;
}

/** Content of the style attribute of the pasted element. */
export function reserveStyle(reserve: Reserve): string {
  return `display:block;min-height:${reserveLength(reserve)}`;
}

function heightAt(snapshot: Snapshot, slot: number): number {
  const { language, layout, textSize, border } = snapshot.settings;
  const room = { snapshot, texts: textsOf(language), slot: (slot - 2 * border) / textSize };
  const { height, fixed } = layouts[layout];
  if (fixed) return 0;
  const { em, px } = height(room);
  return Math.ceil((em * textSize + px + 2 * border) * slack);
}
