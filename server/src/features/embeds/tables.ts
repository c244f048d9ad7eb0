import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('embeds', ['account_id', 'id']),
    accountTable('snapshots', ['account_id', 'embed_id']),
    accountTable('embed_days', ['account_id', 'embed_id', 'day', 'site', 'country']),
  ],
  other: [],
};
