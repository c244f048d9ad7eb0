import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [],
  other: ['emails'],
  bulk: ['emails'],
};
