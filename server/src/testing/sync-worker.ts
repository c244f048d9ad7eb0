/**
 * For tests only: a worker in a process of its own, that can be frozen and killed. It makes one sync at the Google
 * stand-in and tells on its standard output, a JSON object per line, where it is; a line on its standard input lets it
 * go on from where it holds.
 */
import { once } from 'node:events';
import pino from 'pino';
import { createConnectors } from '../connectors/registry.ts';
import { openDatabase } from '../db/client.ts';
import { runSync } from '../features/sync/run-sync.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { type Reach, withPoints } from './sync-points.ts';

export interface WorkerOrder {
  databaseUrl: string;
  /** Milliseconds after which the server ends a session that sits in a transaction. */
  idleInTransactionMs: number;
  googleUrl: string;
  secret: string;
  accountId: string;
  listingId: string;
  trigger: 'first' | 'schedule' | 'manual';
  /** Holds before the step of this name that follows so many `fetchReviews`. */
  holdAt?: { name: string; fetches: number };
  /** Kills itself before the step of this number. */
  dieAt?: number;
}

export type WorkerLine = { at: 'holding'; name: string } | { at: 'end'; error: string | null; steps: number };

async function main(order: WorkerOrder): Promise<void> {
  const { googleUrl: url } = order;
  const silent = pino({ level: 'silent' });
  const db = await openDatabase({
    url: order.databaseUrl,
    idleInTransactionMs: order.idleInTransactionMs,
    log: silent,
  });
  const unused = () => Promise.reject(new Error('A worker of a test puts nothing on the queue'));
  let steps = 0;
  let fetches = 0;
  let held = false;
  const reach: Reach = async ({ number, name }) => {
    steps += 1;
    if (number === order.dieAt) process.kill(process.pid, 'SIGKILL');
    if (
      !held &&
      order.holdAt !== undefined &&
      fetches === order.holdAt.fetches &&
      name.startsWith(order.holdAt.name)
    ) {
      held = true;
      tell({ at: 'holding', name });
      await once(process.stdin, 'data');
    }
    if (name === 'fetchReviews') fetches += 1;
    return undefined;
  };
  const { deps } = withPoints(
    {
      db,
      connectors: createConnectors({
        facebook: null,
        googlePlaces: null,
        google: {
          clientId: 'kindling-local',
          clientSecret: 'kindling-local-secret',
          urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
        },
      }),
      queue: { enqueue: unused, work: unused, stop: unused },
      log: silent,
      onConnectionTrouble: unused,
      onReviewsChanged: () => Promise.resolve(),
    },
    createSecretBox([order.secret], 'stored-secrets'),
    reach,
  );
  const { accountId, listingId, trigger } = order;
  const error = await runSync(deps, accountId, listingId, trigger, new AbortController().signal).then(
    () => null,
    (fault: unknown) => String(fault),
  );
  tell({ at: 'end', error, steps });
  await db.close();
  process.stdin.destroy();
}

function tell(line: WorkerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await main(JSON.parse(process.argv[2] ?? '') as WorkerOrder);
