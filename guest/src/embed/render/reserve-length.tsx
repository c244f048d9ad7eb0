/**
 * The place that an embed is given on a page, as CSS; apart from its computation, so that pages can have it without the
 * renderer.
 *
 * Heights go by the width of the element itself: the pasted code holds a child whose padding is a share of that width,
 * whatever the page makes of it. The child is not rendered any more once the element has its content.
 */

/** Room in px on narrow and wide pages. */
export type Reserve = {
  readonly narrow: number;
  readonly wide: number;
  /** Heights by the width of the element itself, the narrowest first; without it the two above. */
  readonly slots?: readonly ReserveStep[];
};

/** Holds in elements narrower than `below` px; that of the last step is infinite. */
export type ReserveStep = { readonly below: number; readonly height: number };

/** Widths in px of elements from which on the two heights of a reserve hold: 320 px phones and 600 px tablets with margins. */
export const reserveBreakpoints = { narrow: 288, wide: 552 } as const;

/** Pixels below which no embed should get; a page that has no room for them gives less. */
export const minimumWidth = 240;

/**
 * Of the element. It takes all the width there is and gives way beside others in a row, but not all of it. The renderer
 * repeats it for `:host`, where a page forbids style attributes.
 */
export const elementStyle = {
  // Beside what floats it stands below or next to it, before and after its content has come.
  display: 'flow-root',
  width: '100%',
  minWidth: `min(60%,${minimumWidth}px)`,
} as const;

/**
 * What makes a box as wide as an embed wants to be where a parent asks its content: three spaces stand `leastWidth`
 * apart, in one line or in two. The box has no height; the spaces show and say nothing where an editor takes its styles.
 */
export const strut = '\u00A0 \u00A0';
export const strutStyle = {
  display: 'block',
  height: '0',
  overflow: 'hidden',
  letterSpacing: `${minimumWidth}px`,
} as const;

/** Of the child that keeps the room free. */
export function spacerStyle(reserve: Reserve) {
  return { ...strutStyle, paddingBottom: reserveLength(reserve) };
}

/** Of a frame over its room. */
export const frameStyle = {
  position: 'absolute',
  top: '0',
  left: '0',
  width: '100%',
  height: '100%',
  border: '0',
} as const;

/**
 * The reserve as one CSS length, in which 100% is the width of the element. Each term is huge within its edges and
 * negative outside; one that is no taller than all narrower ones needs no lower edge.
 */
export function reserveLength(reserve: Reserve): string {
  const steps = listReserveSteps(reserve);
  const [only] = steps;
  if (only && steps.length === 1) return `${only.height}px`;
  const terms = steps.map(({ below, height }, index) => {
    const narrower = steps.slice(0, index).findLast((one) => one.height < height);
    const edges = [`${height}px`];
    if (Number.isFinite(below)) edges.push(`(${below}px - 100%)*9999`);
    if (narrower) edges.push(`(100% - ${narrower.below - 1}px)*9999`);
    return edges.length > 1 ? `min(${edges.join()})` : `${height}px`;
  });
  return `max(${terms.join()})`;
}

export function listReserveSteps({ narrow, wide, slots }: Reserve): readonly ReserveStep[] {
  const last = { below: Number.POSITIVE_INFINITY, height: wide };
  return slots ?? (narrow === wide ? [last] : [{ below: reserveBreakpoints.wide, height: narrow }, last]);
}

/** Pixels that are kept free in an element of this width. */
export function reservedHeightAt(reserve: Reserve, width: number): number {
  return listReserveSteps(reserve).find(({ below }) => width < below)?.height ?? reserve.wide;
}

/** For a style attribute. */
export function styleText(style: Readonly<Record<string, string>>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');
}
