/**
 * A streaming replica for lists and dashboards. It is asked only while it is known to be at most some seconds behind the
 * primary, and for an account only when it has what this account changed last. Everything else, and everything while it is in
 * doubt, goes to the primary.
 *
 * How far it is behind is measured by positions in the write-ahead log, not by clocks: twice a second the primary says where it
 * is, and the replica how far it has come. A replica that has come to a position is at most as old as the moment at which the
 * primary was asked for it.
 */
import type pg from 'pg';
import { createRequestPool, type PostgresOptions } from './postgres-pool.ts';

export interface ReplicaOptions {
  url: string;
  /** Reads are at most this old. */
  maxLagSeconds: number;
  /** Interval of the measurement in ms (default 500). */
  pollMs?: number;
}

export interface Replica {
  pool: pg.Pool;
  /** Whether it is known to be at most `maxLagSeconds` old now. */
  isFresh(): boolean;
  /** Whether it has what the primary had at this position. */
  hasPosition(position: bigint): boolean;
  /** Whether it has what the primary had at this moment of `performance.now()`. */
  hasMoment(at: number): boolean;
  /** After a failure it is not asked until it was measured again. */
  suspend(): void;
  close(): Promise<void>;
}

const defaultPollMs = 500;
/** After it a reading goes to the primary: a machine that is cut off never answers. */
const answerTimeoutMs = 10_000;
/** Positions of the primary that are remembered: more than the longest permitted lag. */
const maxSamples = 200;

/** A position in the write-ahead log as PostgreSQL writes it: two hexadecimal numbers of 32 bits. */
export function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Begins to measure; a replica that cannot be reached is simply not used. */
export function openReplica(
  options: ReplicaOptions,
  primary: Pick<pg.Pool, 'query'>,
  settings: Pick<PostgresOptions, 'log' | 'statementTimeoutMs' | 'idleInTransactionTimeoutMs'>,
): Replica {
  const { url, maxLagSeconds, pollMs = defaultPollMs } = options;
  const pool = createRequestPool({
    url,
    log: settings.log,
    statementTimeoutMs: settings.statementTimeoutMs,
    idleInTransactionTimeoutMs: settings.idleInTransactionTimeoutMs,
    answerTimeoutMs,
  });
  let samples: { at: number; position: bigint }[] = [];
  /** The replica has what the primary had at this moment; null while nothing is known. */
  let freshAt: number | null = null;
  let replayed = 0n;
  let told: string | null = null;
  const tell = (trouble: string | null) => {
    if (trouble === told) return;
    told = trouble;
    if (trouble === null) settings.log.info({}, 'The replica is used');
    else settings.log.warn({ reason: trouble }, 'The replica is not used');
  };
  const measure = async (): Promise<void> => {
    const at = performance.now();
    const { rows: primaryRows } = await primary.query<{ position: string }>(
      'select pg_current_wal_lsn()::text as position',
    );
    samples.push({ at, position: parsePosition(primaryRows[0]?.position ?? '0/0') });
    if (samples.length > maxSamples) samples.shift();
    const { rows } = await pool.query<{ recovers: boolean; position: string | null }>(
      'select pg_is_in_recovery() as recovers, pg_last_wal_replay_lsn()::text as position',
    );
    const [state] = rows;
    if (state?.recovers !== true || state.position === null) {
      freshAt = null;
      return tell('it is no replica');
    }
    replayed = parsePosition(state.position);
    const reached = samples.filter(({ position }) => position <= replayed).at(-1);
    if (reached !== undefined) {
      freshAt = reached.at;
      samples = samples.filter((sample) => sample.at > reached.at);
    }
    tell(isFresh() ? null : 'it is too far behind');
  };
  const isFresh = () => freshAt !== null && performance.now() - freshAt <= maxLagSeconds * 1000;
  let measuring: Promise<void> | null = null;
  const timer = setInterval(() => {
    measuring ??= measure()
      .catch((error: unknown) => {
        freshAt = null;
        tell(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        measuring = null;
      });
  }, pollMs);
  timer.unref();
  return {
    pool,
    isFresh,
    hasPosition: (position) => replayed >= position,
    hasMoment: (at) => freshAt !== null && freshAt >= at,
    suspend() {
      freshAt = null;
      samples = [];
    },
    async close() {
      clearInterval(timer);
      await measuring;
      await pool.end();
    },
  };
}
