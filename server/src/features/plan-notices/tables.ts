import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('plan_notices', ['account_id', 'kind', 'ends_at'])],
  other: [],
};
