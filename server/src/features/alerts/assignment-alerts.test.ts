/** What a member hears of reviews that others assign to them: in the bell, and in one mail. */
import { maxCountedAssigned, type NewsItem } from '@kindling/contract/news';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import {
  type AlertHarness,
  alertDeps,
  reviewMailsTo,
  setAlerts,
  startAlertHarness,
} from '../../testing/alert-harness.ts';
import { featureModes } from '../../testing/database.ts';
import { addManyReviews } from '../../testing/many-reviews.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { sweepAssignmentAlerts } from './assignment-alerts.ts';

const minute = 60_000;
const hour = 60 * minute;
const neverAborted = new AbortController().signal;

describe.each(featureModes)('reviews that are assigned to a member, %s', (mode) => {
  let app: TestApp;
  let count = 400;
  let place: AlertHarness;
  let ana: TestUser;
  let ids: string[];
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    place = await startAlertHarness(app, count);
    await setAlerts(app, place.owner, { newReviews: 'off' });
    ids = await place.post(
      { text: 'Cold soup.', authorName: 'Ines Maria' },
      { text: 'Warm bread.' },
      { text: 'Fine.' },
    );
    const access = { role: 'responder' as const, locationIds: null };
    ana = await addTeamMember(app, place.owner, `ana-${count}@example.com`, access);
    await setAlerts(app, ana, { newReviews: 'off' });
  });

  const assign = async (id: string | undefined, to: TestUser | null, by: TestUser = place.owner) => {
    const { status } = await by.call('PUT', `/reviews/${id}/assignee`, { assigneeId: to?.userId ?? null });
    expect(status).toBe(200);
  };
  const sweepAt = (time: number) => sweepAssignmentAlerts(alertDeps(app, new Date(time)), neverAborted);
  const soon = () => Date.now() + 3 * minute;
  const assignedOf = async (user: TestUser) => {
    const { items } = (await user.call('GET', '/news')).json as { items: NewsItem[] };
    return items.flatMap((item) => (item.kind === 'assigned' ? item : []));
  };

  test('a single one is told to that member alone, with neither author nor text in the subject', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(Date.now());
    expect(await reviewMailsTo(app, ana)).toEqual([]);
    await sweepAt(soon());
    await sweepAt(soon());
    const [mail, ...more] = await reviewMailsTo(app, ana);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A review is assigned to you');
    expect(mail?.text).toContain('Cold soup.');
    expect(mail?.text).toContain(`review=${ids[0]}`);
    expect(await assignedOf(ana)).toMatchObject([
      { reviewId: ids[0], assigneeId: ana.userId, count: 1, authorName: 'Ines Maria' },
    ]);
    expect((await ana.call('GET', '/news/count')).json).toMatchObject({ unseen: 1 });
    expect(await assignedOf(place.owner)).toEqual([]);
    expect(await reviewMailsTo(app, place.owner)).toEqual([]);
  });

  test('nobody is told of what they assign to themselves or to nobody', async () => {
    await assign(ids[0], ana, ana);
    await assign(ids[0], null);
    await place.deliver();
    await sweepAt(soon());
    expect(await reviewMailsTo(app, ana)).toEqual([]);
    expect(await assignedOf(ana)).toEqual([]);
  });

  test('many at once are one mail and one line in the bell, and later ones wait for a while', async () => {
    for (const id of ids.slice(0, 2)) await assign(id, ana);
    await place.deliver();
    await sweepAt(soon());
    expect((await reviewMailsTo(app, ana)).map(({ subject }) => subject)).toEqual([
      '2 reviews are assigned to you',
    ]);
    expect(await assignedOf(ana)).toMatchObject([{ count: 2 }]);
    await assign(ids[2], ana);
    await place.deliver();
    await sweepAt(soon() + minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    await sweepAt(soon() + 20 * minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(2);
  });

  test('a review that is given and taken again and again sends no more mails', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    for (let round = 0; round < 2; round += 1) {
      await assign(ids[0], null);
      await assign(ids[0], ana);
      await place.deliver();
    }
    await sweepAt(soon() + minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    await sweepAt(soon() + 20 * minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(2);
  });

  test('a review that was told and is assigned again brings no mail of others forward', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    for (const id of ids.slice(1)) {
      await assign(ids[0], null);
      await assign(ids[0], ana);
      await assign(id, ana);
      await place.deliver();
    }
    await sweepAt(soon() + 5 * minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    await sweepAt(soon() + 20 * minute);
    expect((await reviewMailsTo(app, ana)).map(({ subject }) => subject)).toContain(
      '3 reviews are assigned to you',
    );
  });

  test('the line of the bell counts what is still theirs, whichever was taken back', async () => {
    for (const id of ids) {
      await assign(id, ana);
      await place.deliver();
    }
    const counts = async () => (await assignedOf(ana)).reduce((sum, line) => sum + line.count, 0);
    expect(await counts()).toBe(3);
    await assign(ids[0], null);
    expect(await counts()).toBe(2);
    for (let round = 0; round < 10; round += 1) {
      await assign(ids[1], null);
      await assign(ids[1], ana);
      await place.deliver();
    }
    expect(await counts()).toBe(2);
    // The clock of the test may pass from one quarter of an hour to the next.
    expect((await assignedOf(ana)).length).toBeLessThanOrEqual(2);
    for (const id of ids) await assign(id, null);
    expect(await assignedOf(ana)).toEqual([]);
    expect((await ana.call('GET', '/news/count')).json).toMatchObject({ unseen: 0 });
  });

  test('the line of the bell counts up to a limit, and looks for reviews that can be read among the first ones', async () => {
    const total = maxCountedAssigned + 50;
    await assign(ids[0], ana);
    await place.deliver();
    await addManyReviews(app, place.owner, place.listing, { count: total, textLength: 20 });
    const change = (work: (trx: Transaction<DB>) => Promise<unknown>) =>
      inTenant(app.services.db, ana.accountId, work);
    await change((trx) =>
      sql`update reviews set assignee_id = ${ana.userId}::uuid where external_id like 'many-%'`.execute(trx),
    );
    // Just after the review that is assigned already, so that they are in its line.
    await change((trx) =>
      sql`insert into assignment_alerts (account_id, review_id, user_id, assigned_at, due_at, done_at)
          select r.account_id, r.id, a.user_id, a.assigned_at + row_number() over () * interval '1 microsecond', now(), now()
            from reviews r cross join assignment_alerts a where r.external_id like 'many-%'`.execute(trx),
    );
    expect(await assignedOf(ana)).toMatchObject([{ count: maxCountedAssigned, more: true }]);
    const removeUntil = (count: number) =>
      change((trx) =>
        sql`update reviews set removed_at = now() where removed_at is null and id in (
               select review_id from assignment_alerts order by assigned_at limit ${count})`.execute(trx),
      );
    await removeUntil(60);
    expect(await assignedOf(ana)).toMatchObject([{ count: maxCountedAssigned - 60, more: true }]);
    await removeUntil(200);
    expect(await assignedOf(ana)).toEqual([]);
    expect((await ana.call('GET', '/news/count')).json).toMatchObject({ unseen: 0 });
  });

  test('an event that is delivered again tells nothing again', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    await inTenant(app.services.db, ana.accountId, (trx) =>
      trx.updateTable('event_cursors').set({ position: 0 }).execute(),
    );
    await place.deliver();
    await sweepAt(soon() + hour);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    expect(await assignedOf(ana)).toHaveLength(1);
  });

  test('a hidden review is told too, because somebody decided that', async () => {
    const hidden = await place.owner.call('PUT', `/reviews/${ids[0]}/hidden`, { reason: 'outdated' });
    expect(hidden.status).toBe(200);
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    expect(await assignedOf(ana)).toMatchObject([{ reviewId: ids[0], count: 1 }]);
  });

  test('what was taken back, and what the member does not want, is not told', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await assign(ids[0], null);
    await sweepAt(soon());
    expect(await reviewMailsTo(app, ana)).toEqual([]);
    expect(await assignedOf(ana)).toEqual([]);
    await setAlerts(app, ana, { newReviews: 'off', assigned: false });
    await assign(ids[1], ana);
    await place.deliver();
    await sweepAt(soon());
    expect(await reviewMailsTo(app, ana)).toEqual([]);
    expect(await assignedOf(ana)).toHaveLength(1);
  });

  test('a review that was taken back or moved leaves no alert, also after its events come again', async () => {
    const access = { role: 'responder' as const, locationIds: null };
    const bob = await addTeamMember(app, place.owner, `bob-${count}@example.com`, access);
    const holders = () =>
      inTenant(app.services.db, ana.accountId, async (trx) => {
        const rows = await trx.selectFrom('assignment_alerts').select(['review_id', 'user_id']).execute();
        return new Map(rows.map(({ review_id, user_id }) => [review_id, user_id]));
      });
    const again = async () => {
      await inTenant(app.services.db, ana.accountId, (trx) =>
        trx.updateTable('event_cursors').set({ position: 0 }).execute(),
      );
      await place.deliver();
    };
    for (const id of ids) await assign(id, ana);
    await place.deliver();
    await sweepAt(soon());
    await assign(ids[0], bob);
    await assign(ids[1], null);
    await place.deliver();
    const moved = new Map([
      [ids[0], bob.userId],
      [ids[2], ana.userId],
    ]);
    expect(await holders()).toEqual(moved);
    await again();
    expect(await holders()).toEqual(moved);
    // Back again before the events of the first time are repeated.
    await assign(ids[0], ana);
    await again();
    expect(await holders()).toEqual(new Map(moved).set(ids[0], ana.userId));
    expect((await assignedOf(ana)).reduce((sum, line) => sum + line.count, 0)).toBe(2);
    // The mail of before counts, although the alerts that it told of are gone.
    await sweepAt(soon() + minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
    await sweepAt(soon() + 20 * minute);
    expect(await reviewMailsTo(app, ana)).toHaveLength(2);
  });

  test('alerts of a member who may not reply any more are deleted', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    const change = { role: 'viewer', locationIds: null };
    expect((await place.owner.call('PUT', `/team/members/${ana.userId}`, change)).status).toBe(200);
    // The first delivery takes her off, the second one follows from that.
    await place.deliver();
    await place.deliver();
    const left = await inTenant(app.services.db, ana.accountId, (trx) =>
      trx.selectFrom('assignment_alerts').select('review_id').execute(),
    );
    expect(left).toEqual([]);
  });

  test('quiet hours are waited for', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(11, 16);
    await setAlerts(app, ana, { newReviews: 'off', quietHours: { from: at(-1), to: at(2) } });
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    expect(await reviewMailsTo(app, ana)).toEqual([]);
    await sweepAt(Date.now() + 3 * hour);
    expect(await reviewMailsTo(app, ana)).toHaveLength(1);
  });

  test('alerts that are long done are deleted', async () => {
    await assign(ids[0], ana);
    await place.deliver();
    await sweepAt(soon());
    await sweepAt(Date.now() + 32 * 24 * hour);
    const left = await inTenant(app.services.db, ana.accountId, (trx) =>
      trx.selectFrom('assignment_alerts').select('review_id').execute(),
    );
    expect(left).toEqual([]);
  });
});
