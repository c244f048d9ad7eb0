import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('tags', ['account_id', 'id']),
    accountTable(
      'tag_counts',
      ['account_id', 'tag_id', 'location_id'],
      // The triggers of reviews fill it. A tag that nothing has may remain as a row of zero.
      { where: 'account_id = $1::uuid and total <> 0', derived: true },
    ),
  ],
  other: [],
  bulk: ['tag_counts'],
};
