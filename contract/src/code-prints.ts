/** Print files of codes and cards. Sizes are in millimeters, after cutting. */
export const printKinds = [
  /** A4. */
  'poster',
  /** A5 that is folded to two A6 faces. */
  'tent',
  /** A4 with square stickers. */
  'stickers-small',
  'stickers-medium',
  'stickers-large',
  /** 85 × 55, front and back. */
  'business-card',
  /** 88.9 × 50.8 (3.5 × 2 inches), front and back. */
  'business-card-us',
  /** A4 with a card for each of several codes. */
  'sheet',
  /** CR80, 85.6 × 53.98, front and back. */
  'nfc-card',
] as const;
export type PrintKind = (typeof printKinds)[number];

/** Codes in one file; only a sheet has more than one. */
export const maxPrintedCodes = 200;
