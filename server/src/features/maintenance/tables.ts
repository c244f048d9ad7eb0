import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = { account: [], other: ['maintenance_mode', 'maintenance_notices'] };
