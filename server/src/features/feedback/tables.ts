import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('feedback', ['account_id', 'id']),
    accountTable('feedback_entries', ['account_id', 'id']),
    accountTable('feedback_alerts', ['account_id', 'feedback_id', 'user_id']),
  ],
  other: [],
  bulk: ['feedback_entries', 'feedback_alerts', 'feedback'],
};
