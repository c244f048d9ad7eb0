import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('preview_links', ['account_id', 'id'])],
  other: [],
};
