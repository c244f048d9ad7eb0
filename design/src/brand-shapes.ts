/** Path data of the product's logo in a box of 32 by 32: a flame and the spark inside it, on a rounded tile. */
export const brandShapes = {
  box: 32,
  radius: 9,
  flame:
    'M17.2 4.6c.5 3.9-1.1 5.9-3 8.1-1.9 2.1-4 4.4-4 8 0 3.8 2.8 6.7 6.2 6.7 3.5 0 6.2-2.8 6.2-6.5 0-3.3-1.7-5.3-2.7-7.1-.3 1.5-.9 2.6-1.9 3.4.5-4.6-.2-9.3-.8-12.6z',
  spark:
    'M16.5 18.2c.2 1.6-.5 2.5-1.2 3.3-.6.8-1.1 1.5-1.1 2.6 0 1.3 1 2.3 2.2 2.3 1.3 0 2.2-1 2.2-2.3 0-1.9-1.5-3-2.1-5.9z',
} as const;

/** Of the flame and the spark. The tile has the operator's color, dark enough for white. */
export const brandColors = { flame: '#ffffff', spark: '#f7b84b' } as const;
