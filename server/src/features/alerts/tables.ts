import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('news', ['account_id', 'id']),
    accountTable('news_visits', ['account_id', 'user_id']),
    accountTable('review_alerts', ['account_id', 'review_id', 'user_id']),
    accountTable('assignment_alerts', ['account_id', 'review_id', 'user_id']),
    accountTable('assignment_mails', ['account_id', 'user_id']),
    accountTable('digests', ['account_id', 'user_id', 'kind', 'day']),
    accountTable('digest_days', ['account_id']),
  ],
  other: [],
  bulk: ['news', 'review_alerts', 'assignment_alerts', 'digests'],
};
