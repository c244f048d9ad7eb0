import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [],
  other: ['backups', 'erasure_journal', 'installation', 'restores'],
};
