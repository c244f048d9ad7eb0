/**
 * The CSS of the space that a page reserves for an embed; separate from its computation, so that pages can use it
 * without the renderer.
 *
 * Heights depend on the width of the element itself: the embed code contains a child with a padding in percent of
 * that width. The browser no longer renders the child once the element has its content.
 */

/** Reserved heights in px. */
export type Reserve = {
  readonly narrow: number;
  readonly wide: number;
  /** Heights by the width of the element, the narrowest first; without it the two above. */
  readonly slots?: readonly ReserveStep[];
};

/** For elements narrower than `below` px; infinite for the last step. */
export type ReserveStep = { readonly below: number; readonly height: number };

/**
 * Element widths in px from which the two heights of a reserve apply: 320 px phones and 600 px tablets with margins.
 */
export const reserveBreakpoints = { narrow: 288, wide: 552 } as const;

/** Minimum width in px of an embed; a page without that space gives less. */
export const minimumWidth = 240;

/**
 * The style of the element. It takes the full width, and shrinks beside others in a row, but not completely. The
 * renderer repeats it for `:host`, for pages that forbid style attributes.
 */
export const elementStyle = {
  // Keeps its position relative to floats, before and after its content has arrived.
  display: 'flow-root',
  width: '100%',
  minWidth: `min(60%,${minimumWidth}px)`,
} as const;

/**
 * Gives the box its preferred width when a parent sizes by content: the three spaces are `minimumWidth` apart, in one
 * line or in two. The box has no height; the spaces are invisible and silent even when an editor removes the styles.
 */
export const strut = '\u00A0 \u00A0';
export const strutStyle = {
  display: 'block',
  height: '0',
  overflow: 'hidden',
  letterSpacing: `${minimumWidth}px`,
} as const;

/** The style of the child that reserves the space. */
export function spacerStyle(reserve: Reserve) {
  return { ...strutStyle, paddingBottom: reserveLength(reserve) };
}

/** The style of a frame over its spacer. */
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

/** Reserved pixels in an element of this width. */
export function reservedHeightAt(reserve: Reserve, width: number): number {
  return listReserveSteps(reserve).find(({ below }) => width < below)?.height ?? reserve.wide;
}

/** For a style attribute. */
export function styleText(style: Readonly<Record<string, string>>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');
}
