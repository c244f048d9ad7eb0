import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('connections', ['account_id', 'id']),
    accountTable('listings', ['account_id', 'id']),
    accountTable('platform_requests', ['account_id', 'platform']),
  ],
  other: ['oauth_states', 'platform_rate_limits', 'sync_settings'],
};
