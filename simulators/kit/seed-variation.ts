/** A pseudo-random number below `below` that depends on row and variant only. */
export function pseudoRandom(variant: number, row: number, below: number): number {
  let hash = Math.imul(variant, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % below;
}

/** What a variant does to a row: it removes one in a hundred and edits nine. Variant 0 changes nothing. */
export function rowChange(variant: number, row: number): 'kept' | 'edited' | 'gone' {
  if (variant === 0) return 'kept';
  const draw = pseudoRandom(variant, row, 100);
  return draw === 0 ? 'gone' : draw < 10 ? 'edited' : 'kept';
}

/** How many rows a variant adds in front of `count`: one in a hundred. */
export function addedRowCount(variant: number, count: number): number {
  return variant === 0 ? 0 : Math.floor(count / 100);
}
