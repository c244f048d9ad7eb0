import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('sync_runs', ['account_id', 'id']),
    accountTable('skipped_items', ['account_id', 'listing_id', 'hash']),
    accountTable('sync_run_pages', ['account_id', 'run_id', 'page']),
  ],
  other: [],
  bulk: ['sync_run_pages', 'skipped_items', 'sync_runs'],
};
