import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = { account: [], other: ['installation_counts', 'installation_figures'] };
