/** Reads the gauges that come from the database: at most every 15 seconds, once for all who ask, and never for long. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import type { GaugeReading, GaugeSample, ReadingAccess } from '../slices/gauge-reading.ts';

export interface ReadGauges {
  /** Whether the database answered the last reading in time. */
  isUp: boolean;
  /** Empty while the database does not answer, because old values would look like good ones. */
  samples: readonly GaugeSample[];
  /** Readings that failed while the database answered. */
  failed: number;
}

const maxAgeMs = 15_000;
/** Prometheus gives up after ten seconds by default. */
const deadlineMs = 4_000;
const statementTimeoutMs = 2_000;

/** @param maxAge in ms; tests read again at once */
export function createGaugeReader(
  db: Pick<Database, 'pool' | 'health'>,
  readings: readonly GaugeReading[],
  maxAge = maxAgeMs,
): () => Promise<ReadGauges> {
  const access = createAccess(db);
  let last: { at: number; result: ReadGauges } | null = null;
  let running: Promise<ReadGauges> | null = null;

  async function readAll(): Promise<ReadGauges> {
    const down: ReadGauges = { isUp: false, samples: [], failed: 0 };
    const isUp = await db.health().then(
      () => true,
      () => false,
    );
    if (!isUp) return down;
    const samples: GaugeSample[] = [];
    let failed = 0;
    // One after another, so that they use one connection, and the one session of the embedded database between its other work.
    for (const reading of readings)
      await reading.read(access).then(
        (read) => samples.push(...read),
        () => {
          failed += 1;
        },
      );
    return { isUp, samples, failed };
  }

  return async () => {
    if (last !== null && performance.now() - last.at < maxAge) return last.result;
    // A reading that hangs is not started a second time.
    running ??= readAll()
      .then((result) => {
        last = { at: performance.now(), result };
        return result;
      })
      .finally(() => {
        running = null;
      });
    const deadline = new AbortController();
    const late = wait(deadlineMs, { isUp: false, samples: [], failed: 0 } satisfies ReadGauges, {
      ref: false,
      signal: deadline.signal,
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      late.catch(() => {});
      deadline.abort();
    }
  };
}

function createAccess(db: Pick<Database, 'pool'>): ReadingAccess {
  const limit = `set local statement_timeout = ${statementTimeoutMs}`;
  return {
    inSystem: (work) =>
      inSystem(db, async (trx) => {
        await sql.raw(limit).execute(trx);
        return work(trx);
      }),
    async query<Row extends object>(text: string) {
      const client = await db.pool.connect();
      let broken: Error | undefined;
      try {
        await client.query(`begin; ${limit}`);
        const { rows } = await client.query<Row>(text);
        await client.query('commit');
        return rows;
      } catch (error) {
        // The pool must not get a connection with an open transaction.
        broken = error instanceof Error ? error : new Error('The reading failed.');
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}
