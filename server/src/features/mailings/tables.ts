import type { SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [],
  other: ['mailings', 'mailing_recipients'],
};
