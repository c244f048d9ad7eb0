import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('bulk_actions', ['account_id', 'id']),
    accountTable('bulk_action_parts', ['account_id', 'bulk_action_id', 'part']),
  ],
  other: [],
  bulk: ['bulk_action_parts'],
};
