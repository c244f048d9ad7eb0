import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('embed_days', ['account_id', 'embed_id', 'day', 'site', 'country']),
    accountTable('embed_state_days', ['account_id', 'embed_id', 'day', 'state']),
  ],
  other: [],
  bulk: ['embed_days', 'embed_state_days'],
};
