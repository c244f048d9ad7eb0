/** The room that an embed is given, as CSS; apart from its computation, so that pages can have it without the renderer. */

/** Room in px on narrow and wide pages. */
export type Reserve = {
  readonly narrow: number;
  readonly wide: number;
  /** For layouts that change their columns: heights by the width of the slot itself, the tallest first. */
  readonly slots?: readonly Step[];
};

/** Holds in slots narrower than `below` px; that of the last step is infinite. */
export type Step = { readonly below: number; readonly height: number };

/** Page width in px where the bands meet. */
const bandEdge = 600;

/**
 * The reserve as one CSS length for a style attribute, where media queries cannot stand: the middle term is huge
 * below the edge and negative from it on, so `clamp` picks one of the two ends.
 */
export function reserveLength({ narrow, wide }: Reserve): string {
  return narrow === wide ? `${wide}px` : `clamp(${wide}px,(${bandEdge}px - 100vw)*9999,${narrow}px)`;
}
