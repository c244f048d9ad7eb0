import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('notes', ['account_id', 'id'])],
  other: [],
  bulk: ['notes'],
};
