import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('assistant_settings', ['account_id']),
    accountTable('assistant_days', ['account_id', 'day', 'user_id']),
  ],
  other: [],
};
