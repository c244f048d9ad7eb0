import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('invitations', ['account_id', 'id']),
    accountTable('invitation_locations', ['account_id', 'invitation_id', 'location_id']),
    accountTable('ownership_offers', ['account_id']),
  ],
  other: [],
};
