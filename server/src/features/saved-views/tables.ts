import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('saved_views', ['account_id', 'id'])],
  other: [],
};
