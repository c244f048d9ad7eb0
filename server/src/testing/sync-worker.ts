/**
 * For tests only: a worker in a separate process that can be frozen and killed. It runs one sync at the Google simulator
 * and prints its position, one JSON object per line. A line on its standard input resumes it.
 */
import { once } from 'node:events';
import pino from 'pino';
import { createGoogleConnector } from '../connectors/google/index.ts';
import { openDatabase } from '../db/client.ts';
import { createPlans } from '../features/billing/plans.ts';
import { runSync } from '../features/sync/run-sync.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { type OnFaultPoint, withFaultPoints } from './sync-fault-points.ts';

export interface WorkerInput {
  databaseUrl: string;
  /** Milliseconds after which the server ends a session that sits in a transaction. */
  idleInTransactionMs: number;
  googleUrl: string;
  secret: string;
  accountId: string;
  listingId: string;
  trigger: 'first' | 'schedule' | 'manual';
  /** Pauses before the step of this name that follows this many calls of `fetchReviews`. */
  pauseAt?: { name: string; fetches: number };
  /** Kills itself before the step of this number. */
  killAt?: number;
}

export type WorkerOutput =
  | { at: 'holding'; name: string }
  | { at: 'end'; error: string | null; steps: number };

async function main(order: WorkerInput): Promise<void> {
  const { googleUrl: url } = order;
  const silent = pino({ level: 'silent' });
  const db = await openDatabase({
    url: order.databaseUrl,
    idleInTransactionTimeoutMs: order.idleInTransactionMs,
    log: silent,
  });
  const unused = () => Promise.reject(new Error('A worker of a test puts nothing on the queue'));
  let steps = 0;
  let fetches = 0;
  let paused = false;
  const reach: OnFaultPoint = async ({ number, name }) => {
    steps += 1;
    if (number === order.killAt) process.kill(process.pid, 'SIGKILL');
    if (
      !paused &&
      order.pauseAt !== undefined &&
      fetches === order.pauseAt.fetches &&
      name.startsWith(order.pauseAt.name)
    ) {
      paused = true;
      writeLine({ at: 'holding', name });
      await once(process.stdin, 'data');
    }
    if (name === 'fetchReviews') fetches += 1;
    return undefined;
  };
  const google = createGoogleConnector({
    clientId: 'kindling-local',
    clientSecret: 'kindling-local-secret',
    urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
  });
  const { deps } = withFaultPoints(
    {
      db,
      connectors: new Map([['google', google]]),
      queue: {
        enqueue: unused,
        enqueueMany: unused,
        readState: unused,
        readLoad: unused,
        startWorkers: unused,
        stopWorkers: () => {},
        stop: unused,
      },
      log: silent,
      plans: createPlans(true),
    },
    createSecretBox([order.secret], 'stored-secrets'),
    reach,
  );
  const { accountId, listingId, trigger } = order;
  const error = await runSync(deps, accountId, listingId, trigger, new AbortController().signal).then(
    () => null,
    (fault: unknown) => String(fault),
  );
  writeLine({ at: 'end', error, steps });
  await db.close();
  process.stdin.destroy();
}

function writeLine(line: WorkerOutput): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await main(JSON.parse(process.argv[2] ?? '') as WorkerInput);
