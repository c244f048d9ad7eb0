import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('accounts', ['id'], { where: 'id = $1::uuid' }),
    accountTable('users', ['account_id', 'id']),
    accountTable('user_pictures', ['account_id', 'user_id']),
    accountTable('audit_entries', ['account_id', 'id']),
  ],
  other: ['account_erasures', 'ended_sessions'],
};
