import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('review_requests', ['account_id', 'id']),
    accountTable('review_request_recipients', ['account_id', 'id']),
    accountTable('review_request_contacts', ['account_id', 'address_hash']),
    accountTable('review_request_suppressions', ['account_id', 'id']),
    accountTable('review_request_days', ['account_id', 'day', 'utc_day']),
  ],
  other: [],
  bulk: ['review_request_recipients', 'review_request_contacts', 'review_request_suppressions'],
};
