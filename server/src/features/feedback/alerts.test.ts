/** Mails about new messages: to whom, when, and how many. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { addFeedback, type SomeFeedback } from '../../testing/feedback-fixture.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember, mailsTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { alertsPerDay, sweepAlerts } from './alerts.ts';
import { withdrawFeedback } from './index.ts';
import { feedbackSlice } from './module.ts';

const hour = 3_600_000;
const neverAborted = new AbortController().signal;

describe.each(featureModes)('mails about private feedback, %s', (mode) => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const sweepAt = (time: number) => sweepAlerts({ ...depsOf(app), now: () => new Date(time) }, neverAborted);

  async function business() {
    count += 1;
    const owner = await app.signIn(`boss-${count}@example.com`);
    const { json } = await owner.call('GET', '/businesses');
    const [first] = (json as { businesses: { id: string; locations: { id: string }[] }[] }).businesses;
    const add = async () => {
      const made = await owner.call('POST', `/businesses/${first?.id}/locations`, someLocation);
      return (made.json as { location: { id: string } }).location.id;
    };
    const here = await add();
    const leave = async (values: Partial<SomeFeedback> = {}) => {
      const id = await addFeedback(app, owner.accountId, { locationId: here, ...values });
      await deliverAllEvents(app.services, owner.accountId);
      return id;
    };
    return { owner, here, add, leave };
  }
  const setAlerts = (user: TestUser, alerts: Record<string, unknown>) =>
    inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('memberships')
        .set({ alerts: JSON.stringify(alerts) })
        .where('user_id', '=', user.userId)
        .execute(),
    );
  const alertsTo = async ({ email }: TestUser) =>
    (await mailsTo(app, email)).filter(({ kind }) => /feedback/.test(kind));
  /** Hours of the day that contain this moment, in UTC. */
  const aroundNow = () => {
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(11, 16);
    return { from: at(-1), to: at(2) };
  };

  test('every member who sees the location and wants the alert gets one mail at once', async () => {
    const { owner, here, add, leave } = await business();
    const elsewhere = await add();
    const member = (name: string, locationIds: string[] | null) =>
      addTeamMember(app, owner, `${name}-${count}@example.com`, { role: 'viewer', locationIds });
    const [near, far, quiet] = [
      await member('near', [here]),
      await member('far', [elsewhere]),
      await member('q', null),
    ];
    await setAlerts(quiet, { privateFeedback: false });
    const id = await leave({
      message: 'Cold soup.\n<b>No</b>',
      authorName: 'Ines',
      contact: 'ines@visitor.example',
    });
    const [mail, ...more] = await alertsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A visitor wrote to you privately');
    expect(mail?.text).toContain('> Cold soup.\n> <b>No</b>');
    expect(mail?.text).toContain('2 of 5 stars');
    const link = `/review-pipeline/review?account=${owner.accountId}&tab=feedback&message=${id}`;
    expect(mail?.text).toContain(link);
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toContain('ines@visitor');
    expect(mail?.html).not.toContain('<b>No');
    expect(await alertsTo(near)).toHaveLength(1);
    expect(await alertsTo(far)).toEqual([]);
    expect(await alertsTo(quiet)).toEqual([]);
  });

  test('an event that is delivered again sends no second mail', async () => {
    const { owner, leave } = await business();
    await leave();
    await inTenant(app.services.db, owner.accountId, (trx) =>
      trx.updateTable('event_cursors').set({ position: 0 }).execute(),
    );
    await deliverAllEvents(app.services, owner.accountId);
    expect(await alertsTo(owner)).toHaveLength(1);
  });

  test('quiet hours hold a mail back until they end, if it is needed then', async () => {
    const { owner, leave } = await business();
    await setAlerts(owner, { quietHours: aroundNow() });
    const [first, second, third] = [await leave(), await leave(), await leave()];
    expect(await alertsTo(owner)).toEqual([]);
    await sweepAt(Date.now() + hour);
    expect(await alertsTo(owner)).toEqual([]);
    // Meanwhile somebody has read one, and a visitor took one back.
    await owner.call('PUT', `/feedback/${second}`, { state: 'in-progress' });
    await inTenant(app.services.db, owner.accountId, (trx) => withdrawFeedback(trx, owner.accountId, third));
    await sweepAt(Date.now() + 2 * hour + 60_000);
    const mails = await alertsTo(owner);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`message=${first}`);
  });

  test('a member who left during the quiet hours gets nothing', async () => {
    const { owner, leave } = await business();
    const member = await addTeamMember(app, owner, `gone-${count}@example.com`);
    await setAlerts(member, { quietHours: aroundNow() });
    await leave();
    await owner.call('DELETE', `/team/members/${member.userId}`);
    await sweepAt(Date.now() + 3 * hour);
    expect(await alertsTo(member)).toEqual([]);
    expect(await alertsTo(owner)).toHaveLength(1);
  });

  test('a flood sends the mails of a day and then one that counts the rest', async () => {
    const { owner, leave } = await business();
    const start = Date.now();
    for (let index = 0; index < alertsPerDay; index += 1)
      await addFeedback(app, owner.accountId, { locationId: (await locationOf(owner)) ?? '' });
    await leave();
    const rest = [await leave(), await leave()];
    const kinds = async () => (await alertsTo(owner)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(Array.from({ length: alertsPerDay }, () => 'private-feedback'));
    await owner.call('PUT', `/feedback/${rest[0]}`, { state: 'resolved' });
    await sweepAt(start + 1.1 * hour);
    const mails = await alertsTo(owner);
    expect(mails).toHaveLength(alertsPerDay + 1);
    expect(mails.at(-1)).toMatchObject({
      kind: 'feedback-waiting',
      subject: 'More private messages are waiting for you',
    });
    expect(mails.at(-1)?.text).toContain('2 more private messages have arrived');
    // The next such mail comes a day later.
    await leave();
    await sweepAt(start + 20 * hour);
    expect(await kinds()).toHaveLength(alertsPerDay + 1);
    await sweepAt(start + 27 * hour);
    expect((await alertsTo(owner)).at(-1)?.text).toContain('1 more private message has arrived');
  });

  test('alerts that are long done are deleted', async () => {
    const { owner, leave } = await business();
    await leave();
    const left = () =>
      inTenant(app.services.db, owner.accountId, (trx) =>
        trx.selectFrom('feedback_alerts').select('done_at').execute(),
      );
    expect(await left()).toHaveLength(1);
    await sweepAt(Date.now() + 32 * 24 * hour);
    expect(await left()).toEqual([]);
  });

  async function locationOf({ accountId }: TestUser) {
    const row = await inTenant(app.services.db, accountId, (trx) =>
      trx.selectFrom('locations').select('id').limit(1).executeTakeFirst(),
    );
    return row?.id;
  }
});

function depsOf(app: TestApp) {
  return feedbackSlice.module(app.services).deps;
}
