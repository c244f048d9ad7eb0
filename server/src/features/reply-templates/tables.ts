import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('reply_templates', ['account_id', 'id'])],
  other: [],
};
