import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { untilLocksWait } from '../../testing/lock-waits.ts';
import { createMailingWorld, type MailingWorld } from '../../testing/mailing-world.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { endMailsSoon } from '../mail/index.ts';
import { cancelRecipients } from './recipient-queries.ts';
import { insertAudience } from './segments.ts';

describe.each(featureModes)('recipients that are written down and canceled page by page, %s', (mode) => {
  let app: TestApp;
  let world: MailingWorld;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
    const admin = await app.signInAdmin('admin@example.com');
    // Administrators are members of an account too; these tests count their own people only.
    await queryAsOwner(app.services.db, 'delete from memberships');
    world = await createMailingWorld(app, admin);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });

  const recipients = async (mailingId: string) => {
    const { rows } = await queryAsOwner<{ user_id: string; state: string }>(
      app.services.db,
      'select user_id, state from mailing_recipients where mailing_id = $1 order by user_id',
      [mailingId],
    );
    return rows;
  };

  test('are everyone once, whatever the size of a page', async () => {
    const people = [];
    for (const name of ['ada', 'bea', 'cem', 'dan', 'eve']) people.push(await world.person(name));
    const blocked = people.pop();
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [
      blocked?.userId,
    ]);
    const expected = people.map(({ userId }) => userId).sort();
    // The administrator and the blocked person count for the pages too: six people in all.
    for (const perStatement of [1, 2, 3, 5, 6, 7]) {
      const { id } = await world.create({ segment: { kind: 'everyone' } });
      const written = await inSystem(app.services.db, (system) =>
        insertAudience(
          system,
          id,
          { kind: 'service', segment: { kind: 'everyone' }, now: new Date() },
          perStatement,
        ),
      );
      expect(written, `pages of ${perStatement}`).toEqual({ listed: 4, recipients: 4 });
      expect(await recipients(id)).toEqual(expected.map((user_id) => ({ user_id, state: 'waiting' })));
      await inSystem(app.services.db, (system) => cancelRecipients(system, id, [], perStatement));
      expect(await recipients(id)).toEqual(expected.map((user_id) => ({ user_id, state: 'canceled' })));
    }
  });

  test('are left out when they are deleted while the others are written down', async () => {
    await world.clear();
    const [leaving, staying] = [await world.person('leaving'), await world.person('staying')];
    const { id } = await world.create({ segment: { kind: 'everyone' } });
    const of = { kind: 'service', segment: { kind: 'everyone' }, now: new Date() } as const;
    const writing = await app.services.db.withOwnerConnection(async (client) => {
      await client.query('begin');
      await client.query('delete from memberships where user_id = $1', [leaving.userId]);
      await client.query('delete from users where id = $1', [leaving.userId]);
      const written = inSystem(app.services.db, (system) => insertAudience(system, id, of));
      if (mode === 'postgres') await untilLocksWait(app.services.db, 1);
      await client.query('commit');
      return { written };
    });
    expect(await writing.written).toEqual({ listed: 1, recipients: 1 });
    expect(await recipients(id)).toEqual([{ user_id: staying.userId, state: 'waiting' }]);
  });

  test('are canceled, however many mails are open', async () => {
    const { id } = await world.create({ segment: { kind: 'everyone' } });
    const emailIds = Array.from({ length: 70_000 }, () => randomUUID());
    await inSystem(app.services.db, async (system) => {
      expect(await endMailsSoon(system, emailIds, new Date())).toEqual({ canceled: [] });
      await cancelRecipients(system, id, emailIds);
    });
  });
});
