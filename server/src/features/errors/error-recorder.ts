/**
 * Error events: one row per kind of error, with a count. Anybody can send browser reports, so they are limited per
 * network, in total, by new kinds per day and in length, and scrubbed of secrets and quoted text again.
 */
import { reportLimits, scrubRoute, scrubText } from '@kindling/contract/error-scrub';
import { createLimiter } from '@kindling/service/limiter';
import { measure } from '@kindling/service/measurements';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Credentials } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Log } from '../../lib/log.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { fingerprintOf } from './fingerprint.ts';
import { upsertErrorEvent } from './queries.ts';

export interface ErrorsDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** The account that a request concerns; null for a caller who is not its member. */
  findAccount(credentials: Credentials): Promise<string | null>;
}

export interface ErrorReport {
  message: string;
  stack: string | null;
  route: string;
  requestId: string | null;
  credentials: Credentials;
}

export interface ErrorRecorder {
  /** @throws AppError `rate-limited` */
  recordBrowserError(network: string, sighting: ErrorReport): Promise<void>;
  /** Records a server error. Never throws, because it runs in error handlers. */
  recordServerError(sighting: ErrorReport): Promise<void>;
}

/** New kinds of error per day and origin: a hundred times what a bad release causes, and small enough for the table. */
const maxNewKindsPerDay = 500;
const minute = 60;

export function createErrorRecorder(deps: ErrorsDeps): ErrorRecorder {
  const perNetwork = createLimiter({ max: 20, windowSeconds: minute });
  const allBrowsers = createLimiter({ max: 300, windowSeconds: minute });
  // While the database is unreachable every request fails, and storing each failure would add to its load.
  const serverErrors = createLimiter({ max: 60, windowSeconds: minute });

  async function record(origin: 'browser' | 'server', sighting: ErrorReport): Promise<void> {
    measure('errorEvent', { origin });
    const message = scrubText(toStorableText(sighting.message), reportLimits.message);
    const stack =
      sighting.stack === null ? null : scrubText(toStorableText(sighting.stack), reportLimits.stack);
    const event = {
      fingerprint: fingerprintOf({ origin, message, stack }),
      origin,
      message,
      stack,
      route: scrubRoute(toStorableText(sighting.route)),
      requestId: sighting.requestId === null ? null : toStorableText(sighting.requestId),
      accountId: await deps.findAccount(sighting.credentials),
      at: new Date(),
    };
    const stored = await inSystem(deps.db, (trx) => upsertErrorEvent(trx, event, maxNewKindsPerDay));
    if (!stored) deps.log.warn({ origin }, 'Too many new kinds of errors within a day; one was dropped');
  }

  return {
    async recordBrowserError(network, sighting) {
      const wait = (await perNetwork.consume(network)) || (await allBrowsers.consume('all'));
      if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
      await record('browser', sighting);
    },
    async recordServerError(sighting) {
      if ((await serverErrors.consume('all')) > 0) return;
      await record('server', sighting).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'An error event could not be stored'),
      );
    },
  };
}
