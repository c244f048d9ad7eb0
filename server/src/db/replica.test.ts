/** A streaming replica of a real server, which is paused, stopped and started again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../lib/ids.ts';
import { databaseModes, silentLog } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import {
  type PostgresCluster,
  type PostgresReplica,
  startPostgresCluster,
} from '../testing/postgres-cluster.ts';
import { runsEverything } from '../testing/scope.ts';
import { openChangeNotifications } from './change-notifications.ts';
import { type Database, openDatabase } from './client.ts';
import { migrate } from './migrate.ts';
import { parsePosition } from './replica.ts';
import { createReplicaReads, type ReplicaReads } from './replica-reads.ts';
import { inSystem, inTenant } from './transaction.ts';

test('positions are compared as numbers', () => {
  expect(parsePosition('0/0')).toBe(0n);
  expect(parsePosition('1/0')).toBeGreaterThan(parsePosition('0/FFFFFFFF'));
  expect(parsePosition('A/10')).toBeGreaterThan(parsePosition('9/FF'));
});

describe.runIf(runsEverything && databaseModes.includes('postgres'))('a replica', () => {
  let cluster: PostgresCluster;
  let replica: PostgresReplica;
  const processes: { db: Database; reads: ReplicaReads }[] = [];
  const [first, second] = [newId(), newId()];

  async function startProcess() {
    const db = await openDatabase({
      url: cluster.url,
      replica: { url: replica.url, maxLagSeconds: 2, pollMs: 50 },
      log: silentLog,
    });
    if (db.replica === null) throw new Error('No replica');
    const started = { db, reads: createReplicaReads(db, db.replica, await openChangeNotifications(db)) };
    processes.push(started);
    return started;
  }

  beforeAll(async () => {
    cluster = await startPostgresCluster();
    const db = await openDatabase({ url: cluster.url, log: silentLog });
    await db.pool.query(`alter database kindling set TimeZone = 'America/New_York'`);
    await migrate(db, { log: silentLog });
    await inSystem(db, (trx) =>
      trx
        .insertInto('accounts')
        .values([first, second].map((id) => ({ id, name: id, trial_ends_at: new Date() })))
        .execute(),
    );
    await db.close();
    replica = await cluster.startReplica();
    await startProcess();
    await startProcess();
  }, 120_000);
  afterAll(async () => {
    for (const { db, reads } of processes) {
      reads.close();
      await db.close();
    }
    await cluster.stop();
  });

  test('its sessions have the zone and the limits of the primary', async () => {
    const { db } = process(0);
    for (const pool of [db.pool, db.replica?.pool]) {
      const { rows } = (await pool?.query(
        `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`,
      )) ?? { rows: [] };
      expect(rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '30s' }]);
    }
  });

  test('the position of a change never goes back', async () => {
    const { db, reads } = process(0);
    await reads.noteChange(first);
    const ahead = '7F/0';
    await db.pool.query('update recent_changes set position = $2 where changed = $1', [first, ahead]);
    await reads.noteChange(first);
    const { rows } = await db.pool.query(
      'select position::text as position from recent_changes where changed = $1',
      [first],
    );
    expect(rows).toEqual([{ position: ahead }]);
    await db.pool.query('delete from recent_changes where changed = $1', [first]);
  });

  const process = (index: number) => processes[index] ?? processes[0] ?? fail();
  function fail(): never {
    throw new Error('No process');
  }
  /** What the account sees in a reading: whether it was on the replica, and its own name. */
  const look = (index: number, accountId: string) => {
    const { db, reads } = process(index);
    return reads.read(accountId, () =>
      inTenant(db, accountId, async (trx) => {
        const { rows } = await trx
          .selectFrom('accounts')
          .select(['id', 'name'])
          .execute()
          .then((found) => ({ rows: found }));
        const where = await trx
          .selectNoFrom((eb) => eb.fn<boolean>('pg_is_in_recovery', []).as('replica'))
          .executeTakeFirstOrThrow();
        return { onReplica: where.replica, rows };
      }),
    );
  };
  const rename = (accountId: string, name: string) =>
    inTenant(process(0).db, accountId, (trx) =>
      trx.updateTable('accounts').set({ name }).where('id', '=', accountId).execute(),
    );
  const untilOnReplica = (index: number, accountId: string) =>
    eventually(async () => expect((await look(index, accountId)).onReplica).toBe(true));

  test('answers readings, within the walls of the account', async () => {
    await untilOnReplica(0, first);
    await untilOnReplica(1, second);
    expect((await look(0, first)).rows.map(({ id }) => id)).toEqual([first]);
  });

  test('what an account changed is read at once, on each process, and others stay on the replica', async () => {
    await replica.pause();
    await rename(first, 'changed');
    await process(0).reads.noteChange(first);
    for (const index of [0, 1])
      expect(await look(index, first)).toMatchObject({ onReplica: false, rows: [{ name: 'changed' }] });
    expect((await look(1, second)).onReplica).toBe(true);
    await replica.resume();
    for (const index of [0, 1]) await untilOnReplica(index, first);
    expect((await look(1, first)).rows).toMatchObject([{ name: 'changed' }]);
  });

  test('a notification of a change has the same effect in the process that hears it', async () => {
    await untilOnReplica(1, first);
    await replica.pause();
    await process(0).db.pool.query(`select pg_notify('kindling', $1)`, [`sync ${first}`]);
    await eventually(async () => expect((await look(1, first)).onReplica).toBe(false));
    await replica.resume();
    await untilOnReplica(1, first);
  });

  test('one that is further behind than allowed is not asked, and is again when it has followed', async () => {
    await untilOnReplica(0, second);
    await replica.pause();
    await rename(first, 'behind');
    await eventually(async () => expect((await look(0, second)).onReplica).toBe(false));
    await replica.resume();
    await untilOnReplica(0, second);
  });

  test('one that is only idle is not behind', async () => {
    await untilOnReplica(0, second);
    // Longer than the permitted lag, and nothing is written.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await look(0, second)).onReplica).toBe(true);
  });

  test('a write is refused', async () => {
    const { db, reads } = process(0);
    await untilOnReplica(0, second);
    const write = reads.read(second, () =>
      inTenant(db, second, (trx) => trx.updateTable('accounts').set({ name: 'x' }).execute()),
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  test('one that goes away during a reading costs nothing but the repeat', async () => {
    const { db, reads } = process(0);
    await untilOnReplica(0, second);
    let attempts = 0;
    const answer = await reads.read(second, () =>
      inTenant(db, second, async (trx) => {
        attempts += 1;
        if (attempts === 1) await replica.stop();
        return trx.selectFrom('accounts').select('id').execute();
      }),
    );
    expect({ attempts, answer }).toEqual({ attempts: 2, answer: [{ id: second }] });
    expect((await look(0, second)).onReplica).toBe(false);
  });
});
