/** Path of a star of 16 by 16 whose left edge is at `x`. */
export function starAt(x: number): string {
  return `M${x + 8} 1.3l2.03 4.25 4.67.6-3.42 3.23.87 4.63L${x + 8} 11.72l-4.15 2.29.87-4.63L${x + 1.3} 6.15l4.67-.6z`;
}
