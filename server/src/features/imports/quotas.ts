/** How much of this installation the imports of one account may take. */
import { importLimits } from '@kindling/contract/import-files';

export const importQuotas = {
  /** Bytes of parts and pages of sheets that are written in a day, deleted ones too. */
  maxWrittenBytesPerDay: 10 * importLimits.bytes,
  /** Announced bytes of all imports that have not ended: three that wait, and two that are worked on. */
  maxHeldBytes: 5 * importLimits.bytes,
  /** Imports that wait for their owner; an older one is replaced when another begins. */
  maxWaiting: 3,
  maxBegunPerDay: 200,
} as const;
