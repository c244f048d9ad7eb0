/** Mails that are canceled before they were sent, in each state, with a mail server of the test. */
import { expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { createTestDatabase, featureModes, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { sampleInstallation } from '../../testing/mail-samples.ts';
import { deliverMail } from './deliver.ts';
import { cancelUnsentMail, listDeadIds } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { DeliveryError } from './transport.ts';

test.each(featureModes)('no attempt sends a canceled mail, %s', async (mode) => {
  const database: TestDatabase = await createTestDatabase(mode);
  const accountId = newId();
  const offered: string[] = [];
  let now = new Date('2026-11-21T08:00:00Z');
  const deps = {
    ...sampleInstallation,
    alertKeys: [Buffer.alloc(32)] as const,
    db: database.db,
    box: createSecretBox(['a secret of the tests that is long enough'], 'tests'),
    log: createLog('silent'),
    now: () => now,
    queue: { enqueue: async () => undefined },
  };
  /** Refuses each mail with a temporary failure, and calls `meanwhile` before it does. */
  const refusing = (meanwhile: () => Promise<void> = async () => undefined) => ({
    send: async ({ to }: { to: string }) => {
      offered.push(to);
      await meanwhile();
      throw new DeliveryError('The server is busy', false, '450 later');
    },
  });
  const queue = (to: string) =>
    queueMail(deps, { kind: 'member-removed', to, locale: 'en', name: null, accountId, accountName: 'Shop' });
  const cancel = (recipient: string) =>
    inSystem(database.db, (trx) =>
      cancelUnsentMail(trx, accountId, { template: 'member-removed', recipient }, now),
    );
  const stateOf = async (id: string) =>
    (await queryAsOwner<{ state: string }>(database.db, 'select state from emails where id = $1', [id]))
      .rows[0]?.state;
  try {
    await queryAsOwner(
      database.db,
      `insert into accounts (id, name, locale, time_zone, trial_ends_at) values ($1, 'Shop', 'en', 'UTC', now())`,
      [accountId],
    );
    const waits = await queue('waits@example.com');
    const kept = await queue('kept@example.com');
    const tried = await queue('tried@example.com');
    const onItsWay = await queue('on-its-way@example.com');
    await deliverMail(deps, refusing(), tried);
    await deliverMail(
      deps,
      refusing(() => cancel('on-its-way@example.com')),
      onItsWay,
    );
    await cancel('Waits@example.com');
    await cancel('tried@example.com');
    expect(offered.splice(0)).toEqual(['tried@example.com', 'on-its-way@example.com']);
    now = new Date(now.getTime() + 3_600_000);
    for (const id of [waits, kept, tried, onItsWay]) await deliverMail(deps, refusing(), id);
    expect(offered).toEqual(['kept@example.com']);
    expect(await stateOf(kept)).toBe('queued');
    for (const id of [waits, tried, onItsWay]) expect(await stateOf(id)).toBe('canceled');
    expect(await inSystem(database.db, (trx) => listDeadIds(trx, null, 10))).toEqual([]);
  } finally {
    await database.close();
  }
});
