import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('accounts', ['id'], { where: 'id = $1::uuid' }),
    accountTable('users', ['id'], { memberColumn: 'id' }),
    accountTable('user_pictures', ['user_id'], { memberColumn: 'user_id' }),
    accountTable('memberships', ['account_id', 'user_id']),
    accountTable('membership_locations', ['account_id', 'user_id', 'location_id'], { after: 'locations' }),
    accountTable('audit_entries', ['account_id', 'id']),
    accountTable('audit_personal', ['account_id', 'entry_id', 'part']),
    accountTable('audit_seals', ['account_id', 'position']),
    // A trigger of the entries fills it, also with what is sealed already.
    accountTable('audit_unsealed', ['account_id', 'entry_id'], { clearFirst: true }),
  ],
  other: [
    'account_erasures',
    'acting_sessions',
    'ended_sessions',
    'former_administrators',
    'operator_entries',
    'operator_seals',
    'operator_unsealed',
  ],
};
