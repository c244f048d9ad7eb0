import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('reviews', ['account_id', 'id']),
    accountTable(
      'review_days',
      ['account_id', 'source', 'location_id', 'listing_id', 'day', 'rating', 'recommendation'],
      // The trigger of reviews fills it. A day without reviews may remain as a row of zeros.
      { where: 'account_id = $1::uuid and total <> 0', derived: true },
    ),
    accountTable(
      'review_sums',
      ['account_id', 'grain', 'dimension', 'location_id', 'starts', 'value'],
      // As for the daily sums.
      { where: 'account_id = $1::uuid and total <> 0', derived: true },
    ),
    accountTable('replies', ['account_id', 'review_id']),
    accountTable('review_notes', ['account_id', 'review_id', 'id']),
    accountTable('review_history', ['account_id', 'review_id', 'id']),
  ],
  other: [],
  bulk: ['replies', 'review_notes', 'review_history', 'reviews', 'review_days', 'review_sums'],
};
