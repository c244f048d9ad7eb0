/** What server and browser must agree on about files of reviews; apart from the schemas, which the browser does not load. */

export const importLimits = {
  /** Bytes of all files of one import together. */
  bytes: 50 * 1024 * 1024,
  /** Bytes of one part, which is how a file travels: small enough for a slow line and the time a request may take. */
  partBytes: 1024 * 1024,
  files: 50,
  rows: 200_000,
  /** Bytes of one row of a table or one review of an archive. */
  rowBytes: 256 * 1024,
  columns: 200,
  /** Cells of a table, empty ones too: 25 columns of as many rows as there may be. */
  cells: 5_000_000,
  previewRows: 20,
  /** Faults kept with their line; all are counted. */
  faults: 1_000,
} as const;

export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-1',
  'iso-8859-2',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];
export const importSeparators = [',', ';', '\t', '|'] as const;
export type ImportSeparator = (typeof importSeparators)[number];
export const importFields = [
  'author',
  'rating',
  'title',
  'text',
  'date',
  'replyText',
  'replyDate',
  'link',
  'id',
] as const;
export type ImportField = (typeof importFields)[number];
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What is wrong with one row. */
export const importFaults = [
  'columns',
  'date-missing',
  'date-unreadable',
  'date-relative',
  'date-future',
  'date-old',
  'reply-date',
  'rating-unreadable',
  'rating-range',
  'nothing-said',
  'item',
] as const;
export type ImportFault = (typeof importFaults)[number];
