import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('subscriptions', ['account_id'])],
  other: ['plan_activation'],
};
