/**
 * An address of an SVG for an image: a drawing inside a picture cannot run anything, and no script writes markup into the
 * page. Half of a surrogate pair becomes a replacement character.
 */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`;
}
