import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [],
  other: ['error_rules', 'error_events', 'error_counts', 'error_samples', 'error_changes'],
};
