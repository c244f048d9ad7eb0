/** How much of this installation the imports of one account may take. */
import { importLimits } from '@kindling/contract/import-files';

export const importQuotas = {
  /** Bytes of parts and pages of sheets that are written in a day, deleted ones too. */
  writtenPerDay: 10 * importLimits.bytes,
} as const;
