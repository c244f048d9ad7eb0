import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('destinations', ['account_id', 'id']),
    accountTable('pipelines', ['account_id', 'id']),
    accountTable('former_slugs', ['account_id', 'slug']),
    accountTable('door_days', ['account_id', 'pipeline_id', 'day', 'door', 'code_id', 'location_id']),
    accountTable('door_country_days', [
      'account_id',
      'day',
      'pipeline_id',
      'location_id',
      'country',
      'state',
    ]),
  ],
  other: [],
  bulk: ['door_days', 'door_country_days'],
};
