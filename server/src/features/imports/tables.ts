import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    // The trigger that counts reviews leaves out those of an import that is not published, so it must find the import.
    accountTable('imports', ['account_id', 'id'], { before: 'reviews' }),
    accountTable('import_faults', ['account_id', 'import_id', 'number']),
  ],
  // The uploaded files and the results of a dry run are not copied.
  other: ['import_parts', 'import_changes'],
  // Parts have up to a megabyte each.
  bulk: ['import_changes', 'import_faults', { table: 'import_parts', pageSize: 20 }],
};
