/**
 * Limits for the imports of one account, and the share of them that one person may use where the account has several
 * members, so that no member uses up what the others need.
 */
import { importLimits } from '@kindling/contract/import-files';
import { AppError } from '../../lib/app-error.ts';

export const importQuotas = {
  account: {
    /** Bytes of parts and sheet pages written in a day, including deleted ones. */
    maxWrittenBytesPerDay: 10 * importLimits.bytes,
    /** Announced bytes of all unfinished imports. */
    maxHeldBytes: 5 * importLimits.bytes,
    maxBegunPerDay: 200,
  },
  /** Three fifths of the account's. */
  person: {
    maxWrittenBytesPerDay: 6 * importLimits.bytes,
    maxHeldBytes: 3 * importLimits.bytes,
    maxBegunPerDay: 120,
  },
  /** Imports of one person that wait for them. A new import replaces the oldest one. */
  maxWaiting: 3,
} as const;

/** What of a quota is used: by the whole account, and by one person (null: the account has no other member). */
export interface QuotaUse {
  account: number;
  person: number | null;
}

/**
 * @throws AppError with `retryAfter` in seconds, when `more` would exceed a quota: `import-share-used` that of the person,
 *   `rate-limited` that of the account
 */
export function requireQuota(
  quota: keyof typeof importQuotas.account,
  used: QuotaUse,
  more: number,
  retryAfter: number,
): void {
  if (used.person !== null && used.person + more > importQuotas.person[quota])
    throw new AppError('import-share-used', undefined, { retryAfter });
  if (used.account + more > importQuotas.account[quota])
    throw new AppError('rate-limited', undefined, { retryAfter });
}
