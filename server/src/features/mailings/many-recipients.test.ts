import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { createMailingWorld, type MailingWorld } from '../../testing/mailing-world.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
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
});
