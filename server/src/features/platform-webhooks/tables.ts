import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('webhook_subscriptions', ['account_id', 'listing_id'])],
  other: [],
};
