import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('codes', ['account_id', 'id']), accountTable('code_logos', ['account_id', 'hash'])],
  other: ['retired_codes'],
};
