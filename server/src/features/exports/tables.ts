import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [],
  // Downloads that run, and archives that are kept for days: neither is copied.
  other: ['review_exports', 'account_archives', 'account_archive_parts'],
  // Rows of up to a megabyte.
  bulk: [{ table: 'account_archive_parts', pageSize: 20 }],
};
