/** Limits for the imports of one account. */
import { importLimits } from '@kindling/contract/import-files';

export const importQuotas = {
  /** Bytes of parts and sheet pages written in a day, including deleted ones. */
  maxWrittenBytesPerDay: 10 * importLimits.bytes,
  /** Announced bytes of all unfinished imports: enough for three that wait and two that are running. */
  maxHeldBytes: 5 * importLimits.bytes,
  /** Imports that wait for their owner. A new import replaces the oldest one. */
  maxWaiting: 3,
  maxBegunPerDay: 200,
} as const;
