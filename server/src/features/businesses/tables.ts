import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('businesses', ['account_id', 'id']),
    accountTable('locations', ['account_id', 'id']),
    accountTable('business_logos', ['account_id', 'business_id']),
  ],
  other: [],
};
