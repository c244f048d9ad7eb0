/** Limits and enums of imports. Separate from the schemas, which the browser does not load. */

export const importLimits = {
  /** Bytes of all files of one import together. */
  bytes: 50 * 1024 * 1024,
  /** Bytes of one part of an upload: small enough for a slow connection within the request timeout. */
  partBytes: 1024 * 1024,
  files: 50,
  rows: 200_000,
  /** Bytes of one row of a table or one review of an archive. */
  rowBytes: 256 * 1024,
  columns: 200,
  /** Cells of a table, including empty ones: 25 columns of the maximum number of rows. */
  cells: 5_000_000,
  previewRows: 20,
  /** Faults stored with their line; faults beyond that are only counted. */
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

/** Why a row cannot be imported. */
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
