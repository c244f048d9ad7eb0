import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('sync_runs', ['account_id', 'id']),
    accountTable('set_aside_items', ['account_id', 'listing_id', 'hash']),
    accountTable('pass_pages', ['account_id', 'run_id', 'page']),
  ],
  other: [],
};
