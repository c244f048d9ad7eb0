/** The room that an embed is given, as CSS; apart from its computation, so that pages can have it without the renderer. */

type Bands = { readonly narrow: number; readonly wide: number };

/** Page width in px where the bands meet. */
const bandEdge = 600;

/**
 * The reserve as one CSS length for a style attribute, where media queries cannot stand: the middle term is huge
 * below the edge and negative from it on, so `clamp` picks one of the two ends.
 */
export function reserveLength({ narrow, wide }: Bands): string {
  return narrow === wide ? `${wide}px` : `clamp(${wide}px,(${bandEdge}px - 100vw)*9999,${narrow}px)`;
}
