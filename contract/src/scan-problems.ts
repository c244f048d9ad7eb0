/** Why the picture of a code is refused: it may not be printed before somebody could scan it. */
export const scanProblems = [
  /** The colors of the code and of its background are too close to each other. */
  'contrast',
  /** The code is lighter than its background. */
  'inverted',
  /** The call to action is hard to read on its background. */
  'text-contrast',
  /** A square center in a round ring, which some readers do not recognize as a corner. */
  'corners',
  /** The text is too long for a code at this error correction. */
  'too-long',
  /** The code is read without its logo only. */
  'logo',
  /** The code is read with four empty modules around it only. */
  'quiet-zone',
  // The code is not read in a picture that …
  'as-drawn',
  'small',
  'blurred',
  'rotated',
  'tilted',
  'noisy',
  'dim',
] as const;
export type ScanProblem = (typeof scanProblems)[number];
export type ScanResult = { ok: true } | { ok: false; problems: ScanProblem[] };
