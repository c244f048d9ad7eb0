/**
 * How much room the pasted code keeps free, so that nothing on the page moves when the embed arrives.
 *
 * Texts are folded after `clampLines`, so a height has an upper bound; it is computed here for the narrowest slot
 * of each of two bands of page width. From 600 px on, the column of text stops growing and the height is nearly
 * constant. Layouts with columns get flatter the wider they are, and the width of a page says little about the slot:
 * theirs is a height for each number of columns, by the width of the slot itself. What is reserved too much stays
 * empty. With `clampLines` 0 it is an estimate and no bound. A page whose CSP forbids style attributes must put the
 * same rule into its own style sheet, or accepts one shift.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { textsOf } from '../../kit/texts.ts';
import { layoutOf } from './layouts.ts';
import { type Reserve, reserveLength, type Step } from './reserve-length.tsx';

export { type Reserve, reserveLength };

/** Narrowest slot of each band: 320 px phones and 600 px tablets with margins of 16 and 24 px. */
const slots = { narrow: 288, wide: 552 } as const;
/** How much taller the next step must be. */
const leastStep = 1.08;
/** Room for rounding of lines to whole pixels. */
const slack = 1.02;

/** Room in `px` for the two bands; `narrow` is never less than `wide`. */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const { settings } = snapshot;
  const edges = layoutOf(snapshot).slots?.(settings);
  if (edges === undefined) {
    const wide = heightAt(snapshot, slots.wide);
    return { narrow: Math.max(wide, heightAt(snapshot, slots.narrow)), wide };
  }
  const starts = [...edges.map(Math.ceil), slots.narrow].sort((one, other) => one - other);
  const all = starts.map((from, index) => ({
    from,
    height: heightAt(snapshot, from),
    below: starts[index + 1] ?? Number.POSITIVE_INFINITY,
  }));
  const wider = all.filter(({ from }) => from > slots.wide).map(({ height }) => height);
  return {
    narrow: Math.max(...all.map(({ height }) => height)),
    wide: Math.max(heightAt(snapshot, slots.wide), ...wider),
    slots: stepsOf(all),
  };
}

/** Never rising with the width; a step that saves next to nothing is not worth its bytes on somebody's page. */
function stepsOf(all: readonly Step[]): readonly Step[] {
  const steps: { below: number; height: number }[] = [];
  for (const { below, height } of all.toReversed()) {
    const [wider] = steps;
    if (wider === undefined || height > leastStep * wider.height) steps.unshift({ below, height });
    else wider.height = Math.max(wider.height, height);
  }
  return steps;
}

/**
 * Content of the style attribute of the pasted element. Only padding may be a share of the slot's width. Once the
 * embed is there, its own rules take the padding away by as much as the embed is tall (`--kindling-room` in styles.ts).
 */
export function reserveStyle(reserve: Reserve): string {
  if (reserve.slots === undefined) return `display:block;min-height:${reserveLength(reserve)}`;
  const steps = reserve.slots.map(({ below, height }) =>
    Number.isFinite(below) ? `min(${height}px,(${below}px - 100%)*9999)` : `${height}px`,
  );
  return `display:block;--kindling-room:max(${steps.join()});padding-bottom:var(--kindling-room)`;
}

function heightAt(snapshot: Snapshot, slot: number): number {
  const { language, textSize, border } = snapshot.settings;
  const room = { snapshot, texts: textsOf(language), slot: (slot - 2 * border) / textSize };
  const { height, fixed } = layoutOf(snapshot);
  if (fixed) return 0;
  const { em, px } = height(room);
  return Math.ceil((em * textSize + px + 2 * border) * slack);
}
