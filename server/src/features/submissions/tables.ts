import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [accountTable('submissions', ['account_id', 'id'])],
  other: ['spent_proofs'],
  bulk: ['spent_proofs', 'submissions'],
};
