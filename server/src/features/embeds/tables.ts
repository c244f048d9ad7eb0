import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('embeds', ['account_id', 'id'], { before: 'embed_days' }),
    accountTable('snapshots', ['account_id', 'embed_id']),
  ],
  other: [],
};
