/** Holding the lease of a cursor while its subscriber handles events, however long that takes. */
import type { Database } from '../db/client.ts';
import { inTenant } from '../db/transaction.ts';
import { renewLease } from './queries.ts';

/** Another worker has taken the subscriber's cursor. */
export class CursorLeaseLostError extends Error {
  override name = 'CursorLeaseLostError';
}

export interface CursorLease {
  id: string;
  /** Aborted when the lease is lost, or with the caller's signal. */
  signal: AbortSignal;
  isLost(): boolean;
  /** Ends the renewals, after the one that runs. */
  end(): Promise<void>;
}

/** Renews a lease every third of its time, until another worker has taken it or it could not be renewed for its whole time. */
export function holdLease(
  options: { db: Pick<Database, 'pool'>; accountId: string; subscriber: string; id: string; seconds: number },
  signal: AbortSignal,
): CursorLease {
  const { db, accountId, subscriber, id, seconds } = options;
  const lost = new AbortController();
  let renewedAt = performance.now();
  let renewal: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const startedAt = performance.now();
    const renewed = await inTenant(db, accountId, (trx) =>
      renewLease(trx, accountId, subscriber, { id, seconds }),
    ).catch(() => null);
    if (renewed === true) renewedAt = startedAt;
    // Without an answer of the database the lease lasts as long as it was given.
    else if (renewed === false || performance.now() - renewedAt >= seconds * 1000)
      lost.abort(new CursorLeaseLostError());
  };
  const timer = setInterval(
    () => {
      renewal ??= renew().finally(() => {
        renewal = null;
      });
    },
    (seconds * 1000) / 3,
  );
  return {
    id,
    signal: AbortSignal.any([signal, lost.signal]),
    isLost: () => lost.signal.aborted,
    async end() {
      clearInterval(timer);
      await renewal;
    },
  };
}
