/** Which unfinished work of a killed process the worker resumes at its start. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../db/transaction.ts';
import { databaseModes } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { getImport, getReviewFigures, runDryRun, uploadAndRead } from '../testing/import-files.ts';
import { createReadOnlySwitch } from '../testing/read-only-switch.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startWorker } from './worker.ts';

describe.each(databaseModes)('the worker when it starts, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  test('resumes an import at once when no other process can hold it', async () => {
    const user = await app.signIn('owner@example.com');
    const file = { name: 'x.csv', bytes: 'author,rating,text,date\nAna,5,Good,2025-05-01\n' };
    const found = await uploadAndRead(app, user, [file]);
    await runDryRun(app, user, found);
    await user.call('POST', `/imports/${found.id}/publish`);
    // The state that a process leaves when it is killed while it works on an import.
    await app.services.db.pool.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'imports.run'`,
    );
    const leaseOf = async () => {
      const { rows } = await inSystem(app.services.db, (trx) =>
        sql<{ held: boolean }>`select lease_until > now() as held from imports`.execute(trx),
      );
      return rows;
    };
    await inSystem(app.services.db, (trx) =>
      sql`update imports set worker = gen_random_uuid(), lease_until = now() + interval '1 hour'`.execute(
        trx,
      ),
    );
    await startWorker(app.services);
    if (mode === 'postgres') {
      // Another process may be working on it.
      expect(await leaseOf()).toEqual([{ held: true }]);
      return;
    }
    await eventually(async () =>
      expect(await getImport(user, found.id)).toMatchObject({ state: 'finished' }),
    );
    expect(await getReviewFigures(user)).toMatchObject({ total: 1 });
  });

  test('starts after the read-only mode, each step once it succeeds and only once', async () => {
    const readOnly = createReadOnlySwitch(true);
    const steps: string[] = [];
    const failing = new Set(['workers', 'due']);
    const step = async (name: string) => {
      steps.push(failing.delete(name) ? `${name} failed` : name);
      if (steps.at(-1) !== name) throw new Error(`${name} failed`);
    };
    const { services } = app;
    const stop = await startWorker({
      ...services,
      readOnly,
      queue: { ...services.queue, startWorkers: () => step('workers') },
      modules: [...services.modules, { worker: { handlers: () => [], enqueueDue: () => step('due') } }],
    });
    expect(steps).toEqual([]);
    readOnly.turn(false);
    await eventually(() => expect(steps).toEqual(['workers failed', 'workers', 'due failed', 'due']));
    stop();
  });
});
