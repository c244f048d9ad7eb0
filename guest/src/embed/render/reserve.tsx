/**
 * How much room the pasted code keeps free, so that nothing on the page moves when the embed arrives.
 *
 * Texts are folded after `clampLines`, so a height has an upper bound for each width of the element; it is computed
 * here for a number of widths. What is too much is given back by the script as soon as nobody sees it (client/shared/
 * kept-room.ts); what is too little moves the page and cuts nothing. With `clampLines` 0 it is an estimate and no bound. A
 * page whose CSP forbids style attributes must put the same rules into its own style sheet, or accepts one shift.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { textsOf } from '../../kit/texts.ts';
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

/** Widths in px at which heights are computed; layouts add those at which they change. */
const widths = [
  160, 200, 240, 264, 288, 312, 336, 360, 384, 416, 448, 480, 516, 552, 600, 650, 700, 760, 840, 960, 1120,
] as const;
/** Between two of them where the height changes much: as close as this, in px. */
const minimumGapPx = 3;
/** How much taller the next step must be; from `tall` px on, where the end is out of sight, more. */
const minimumStep = { px: 6, share: 0.015, ofTall: 0.04 } as const;
/** How much less tall one must be that is narrower, which hardly any layout ever is. */
const minimumDrop = 16;
const tallPx = 1600;
/** Room for rounding of lines to whole pixels. */
const roundingFactor = 1.008;

/** Whether it stands in the visitor's window: it takes no room in the page and has no frame. */
export function isFixed(snapshot: Snapshot): boolean {
  return layoutOf(snapshot).fixed === true;
}

/** Room in `px` by the width of the element; `narrow` is never less than `wide`. All is 0 for what stands in the window. */
export function reserveHeight(snapshot: Snapshot): Reserve {
  const steps = reserveSteps(snapshot);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * As `reserveHeight`, stopping after each width: with hundreds of reviews one height takes milliseconds and all of them a
 * quarter of a second.
 */
export function* reserveSteps(snapshot: Snapshot): Generator<void, Reserve> {
  if (isFixed(snapshot)) return { narrow: 0, wide: 0 };
  const { slots = () => [] } = layoutOf(snapshot);
  const starts = [...new Set([...slots(snapshot.settings).map(Math.ceil), ...widths])].sort(
    (one, other) => one - other,
  );
  const found: HeightAtWidth[] = [];
  for (const from of starts) {
    found.push({ from, height: heightAt(snapshot, from) });
    yield;
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

/** Halves the way between two widths until the heights are alike; not for those whose end nobody sees. */
function* refineBetween(
  snapshot: Snapshot,
  from: HeightAtWidth,
  to: HeightAtWidth | undefined,
): Generator<void, HeightAtWidth[]> {
  if (to === undefined || to.from - from.from <= minimumGapPx || from.height >= tallPx) return [];
  if (Math.abs(from.height - to.height) <= minimumStepAt(to.height)) return [];
  const width = Math.ceil((from.from + to.from) / 2);
  const middle = { from: width, height: heightAt(snapshot, width) };
  yield;
  return [
    ...(yield* refineBetween(snapshot, from, middle)),
    middle,
    ...(yield* refineBetween(snapshot, middle, to)),
  ];
}

/** A step that saves next to nothing is not worth its bytes on somebody's page. */
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
 * The element of the pasted code. What stands in the window keeps no room free.
 * @param code our own: it is not escaped
 * @param content stands before the room
 */
export function pastedElement(code: string, reserve: Reserve, content = ''): string {
  const [style, room] =
    reserve.narrow === 0 ? ['display:block', ''] : [styleText(elementStyle), spacerElement(reserve)];
  return `<kindling-reviews code="${code}" style="${style}">${content}${room}</kindling-reviews>`;
}

/**
 * A frame as large as the room below it in the same place: no frame can have a height by its own width.
 * @param title markup: escaped, in double quotes
 */
export function pastedFrame(address: string, title: string, reserve: Reserve): string {
  const size = `width="100%" height="${reserve.wide}"`;
  const place = styleText({ ...elementStyle, position: 'relative' });
  return `<span style="${place}">${spacerElement(reserve)}<iframe src="${address}" title="${title}" loading="lazy" ${size} style="${styleText(frameStyle)}"></iframe></span>`;
}

/** A span: a block's tag would end the paragraph that an editor puts around pasted code. */
export function spacerElement(reserve: Reserve): string {
  return `<span style="${styleText(spacerStyle(reserve))}">${strut.replaceAll('\u00A0', '&#160;')}</span>`;
}

function heightAt(snapshot: Snapshot, slot: number): number {
  const { language, textSize, border } = snapshot.settings;
  const room = { snapshot, texts: textsOf(language), slot: (slot - 2 * border) / textSize };
  const { em, px } = layoutOf(snapshot).height(room);
  return Math.ceil((em * textSize + px + 2 * border) * roundingFactor);
}
