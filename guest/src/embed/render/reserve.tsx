/**
 * Computes the space that the embed code reserves, so that nothing on the page shifts when the embed arrives.
 *
 * Texts are clamped after `clampLines`, so a height has an upper bound for each width of the element; it is computed
 * here for a number of widths. The script releases unused space as soon as it is out of sight
 * (client/shared/reserved-space.ts); too little space shifts the page and cuts nothing. With `clampLines` 0 the
 * height is an estimate and no bound. A page whose CSP forbids style attributes must put the same rules into its own
 * style sheet, or accepts one shift.
 */

import { isBadge } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { textsOf } from '../../kit/texts.ts';
import { letterWidth } from './heights.ts';
import { inLanguage, languagesOf } from './languages.tsx';
import { layoutOf } from './layouts.ts';
import {
  elementStyle,
  frameStyle,
  type Reserve,
  type ReserveStep,
  reserveBreakpoints,
  reserveLength,
  spacerStyle,
  strut,
  styleText,
} from './reserve-length.tsx';

export { type Reserve, reserveLength };

/** Widths in px for which heights are computed; layouts add those at which they change. */
const widths = [
  160, 200, 240, 264, 288, 312, 336, 360, 384, 416, 448, 480, 516, 552, 600, 650, 700, 760, 840, 960, 1120,
] as const;
/** Minimum distance in px of two widths, where the height changes much. */
const minimumGapPx = 3;
/** Minimum difference in height to the next step; from `tallPx` on, where the end is out of sight, more. */
const minimumStep = { px: 6, share: 0.015, ofTall: 0.04 } as const;
/** Minimum difference for a narrower step that is less tall, which is rare. */
const minimumDrop = 16;
const tallPx = 1600;
/** Allows for the rounding of lines to whole pixels. */
const roundingFactor = 1.008;

/** Whether it is fixed in the window: it takes no space in the page and has no frame. */
export function isFixed(snapshot: Snapshot): boolean {
  return layoutOf(snapshot).fixed === true;
}

/**
 * Reserved height in px by the width of the element; `narrow` is never less than `wide`. All are 0 for a fixed
 * layout.
 */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const steps = reserveSteps(snapshot);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * As `reserveHeight`, but yields after each width and language: with hundreds of reviews one height takes milliseconds, and all of
 * them take a quarter of a second.
 */
export function* reserveSteps(snapshot: Snapshot): Generator<void, Reserve> {
  if (isFixed(snapshot)) return { narrow: 0, wide: 0 };
  const { slots = () => [] } = layoutOf(snapshot);
  const starts = [...new Set([...slots(snapshot.settings).map(Math.ceil), ...widths])].sort(
    (one, other) => one - other,
  );
  const found: HeightAtWidth[] = [];
  for (const from of starts) {
    found.push({ from, height: yield* heightAt(snapshot, from) });
  }
  const places: HeightAtWidth[] = [];
  for (const [index, one] of found.entries())
    places.push(one, ...(yield* refineBetween(snapshot, one, found[index + 1])));
  const all = places.map((one, index) => ({
    ...one,
    below: places[index + 1]?.from ?? Number.POSITIVE_INFINITY,
  }));
  const most = (least: number) =>
    Math.max(...all.filter(({ from }) => from >= least).map(({ height }) => height));
  return {
    narrow: most(reserveBreakpoints.narrow),
    wide: most(reserveBreakpoints.wide),
    slots: mergeSteps(all),
  };
}

type HeightAtWidth = { readonly from: number; readonly height: number };

/** Bisects between two widths until the heights are similar; not when the end is out of sight anyway. */
function* refineBetween(
  snapshot: Snapshot,
  from: HeightAtWidth,
  to: HeightAtWidth | undefined,
): Generator<void, HeightAtWidth[]> {
  if (to === undefined || to.from - from.from <= minimumGapPx || from.height >= tallPx) return [];
  if (Math.abs(from.height - to.height) <= minimumStepAt(to.height)) return [];
  const width = Math.ceil((from.from + to.from) / 2);
  const middle = { from: width, height: yield* heightAt(snapshot, width) };
  return [
    ...(yield* refineBetween(snapshot, from, middle)),
    middle,
    ...(yield* refineBetween(snapshot, middle, to)),
  ];
}

/** Drops steps that save too little to be worth their bytes on a page. */
function mergeSteps(all: readonly ReserveStep[]): readonly ReserveStep[] {
  const steps: { below: number; least: number; height: number }[] = [];
  for (const { below, height } of all.toReversed()) {
    const [wider] = steps;
    const another =
      wider === undefined ||
      height > wider.least + minimumStepAt(wider.least) ||
      height < wider.height - minimumDrop - minimumStepAt(height);
    if (another) steps.unshift({ below, least: height, height });
    else {
      wider.height = Math.max(wider.height, height);
      wider.least = Math.min(wider.least, height);
    }
  }
  return steps.map(({ below, height }) => ({ below, height }));
}

function minimumStepAt(height: number): number {
  return height < tallPx ? Math.max(minimumStep.px, minimumStep.share * height) : minimumStep.ofTall * height;
}

/**
 * The element of the embed code. A fixed layout reserves no space.
 * @param code our own: it is not escaped
 * @param content before the spacer
 */
export function pastedElement(code: string, reserve: Reserve, content = ''): string {
  const [style, room] =
    reserve.narrow === 0 ? ['display:block', ''] : [styleText(elementStyle), spacerElement(reserve)];
  return `<kindling-reviews code="${code}" style="${style}">${content}${room}</kindling-reviews>`;
}

/**
 * A frame as large as the spacer below it: a frame cannot have a height by its own width.
 * @param title markup: escaped, in double quotes
 */
export function pastedFrame(address: string, title: string, reserve: Reserve): string {
  const size = `width="100%" height="${reserve.wide}"`;
  const place = styleText({ ...elementStyle, position: 'relative' });
  return `<span style="${place}">${spacerElement(reserve)}<iframe src="${address}" title="${title}" loading="lazy" ${size} style="${styleText(frameStyle)}"></iframe></span>`;
}

/** A span, because a block element would end the paragraph that an editor puts around pasted code. */
export function spacerElement(reserve: Reserve): string {
  return `<span style="${styleText(spacerStyle(reserve))}">${strut.replaceAll('\u00A0', '&#160;')}</span>`;
}

/** The tallest of its languages, because the pasted code does not know on which page it will stand. */
function* heightAt(snapshot: Snapshot, slot: number): Generator<void, number> {
  let tallest = 0;
  for (const language of languagesOf(snapshot.settings)) {
    tallest = Math.max(tallest, heightIn(inLanguage(snapshot, language), slot));
    yield;
  }
  return tallest;
}

function heightIn(snapshot: Snapshot, slot: number): number {
  const { layout, language, textSize, border } = snapshot.settings;
  // Badges hold little but figures, so the whole width may stand for that of their letters.
  const letters = isBadge(layout) ? letterWidth(snapshot.settings) : 1;
  const room = { snapshot, texts: textsOf(language), slot: (slot - 2 * border) / textSize / letters };
  const { em, px } = layoutOf(snapshot).height(room);
  return Math.ceil((em * textSize + px + 2 * border) * roundingFactor);
}
