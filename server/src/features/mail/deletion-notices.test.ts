/** Mails about the deletion of an account: how many are sent in a day, and which are not sent any more. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember, mailsTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { deliverMail } from './deliver.ts';
import { mailsPerRecipientAndDay } from './mail-limits.ts';
import { requeueDeadMails } from './queries.ts';
import { DeliveryError } from './transport.ts';

const scheduled = 'account-deletion-scheduled';
const canceled = 'account-deletion-canceled';

describe.each(featureModes)('mails about the deletion of an account, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    owner = await app.signIn(`owner-${count}@example.com`);
    member = await addTeamMember(app, owner, `member-${count}@example.com`);
  });

  const schedule = (who = owner) => who.call('POST', '/profile/deletion', { accountName: `owner-${count}` });
  const cancel = () => owner.call('DELETE', '/profile/deletion');
  const inDatabase = (text: string, values: unknown[]) => queryAsOwner(app.services.db, text, values);
  const stateIn = (json: unknown) =>
    (json as { profile: { deletionScheduledFor: string | null } }).profile.deletionScheduledFor;

  async function mailsOf(template: string, email = member.email) {
    const { rows } = await queryAsOwner<{ id: string; state: string }>(
      app.services.db,
      'select id, state from emails where template = $1 and recipient = $2 order by created_at, id',
      [template, email],
    );
    return rows;
  }

  /** Schedules and cancels the deletion as often as a day allows. */
  async function scheduleUntilLimit(): Promise<void> {
    for (let round = 0; round < mailsPerRecipientAndDay; round += 1) {
      expect((await schedule()).status).toBe(200);
      expect((await cancel()).status).toBe(200);
    }
  }

  test('a deletion is not scheduled again when the members got all mails of a day', async () => {
    await scheduleUntilLimit();
    const refused = await schedule();
    expect(refused.json).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: expect.any(Number) });
    expect(Math.ceil((refused.json as { retryAfter: number }).retryAfter / 3600)).toBe(24);
    // Also not by another owner, whose own mails are fewer.
    const second = await addTeamMember(app, owner, `second-${count}@example.com`, {
      role: 'owner',
      locationIds: null,
    });
    expect((await schedule(second)).status).toBe(429);
    expect(stateIn((await owner.call('GET', '/profile')).json)).toBe(null);
    for (const template of [scheduled, canceled])
      expect(await mailsOf(template)).toHaveLength(mailsPerRecipientAndDay);
    await inDatabase(`update emails set created_at = now() - interval '25 hours' where account_id = $1`, [
      owner.accountId,
    ]);
    expect((await schedule()).status).toBe(200);
    await cancel();
  });

  test('a cancelation always works, and sends no mail above the limit', async () => {
    await scheduleUntilLimit();
    await inDatabase(
      `update emails set created_at = now() - interval '25 hours' where account_id = $1 and template = $2`,
      [owner.accountId, scheduled],
    );
    const newcomer = await addTeamMember(app, owner, `newcomer-${count}@example.com`);
    expect((await schedule()).status).toBe(200);
    const answer = await cancel();
    expect(answer.status, answer.text).toBe(200);
    expect(stateIn(answer.json)).toBe(null);
    expect(await mailsOf(canceled)).toHaveLength(mailsPerRecipientAndDay);
    expect(await mailsOf(canceled, newcomer.email)).toHaveLength(1);
  });

  test('what was taken back before its mail was sent is not mailed any more', async () => {
    await schedule();
    const [waiting] = await mailsOf(scheduled);
    await cancel();
    expect(await mailsOf(scheduled)).toEqual([{ id: waiting?.id, state: 'canceled' }]);
    const sent: unknown[] = [];
    const send = (mail: unknown) => Promise.resolve(String(sent.push(mail)));
    await deliverMail(app.services.mail, { send }, waiting?.id ?? '');
    expect(sent).toEqual([]);
    // The deletion is scheduled after all: a mail about its cancelation would be wrong.
    await schedule();
    expect((await mailsTo(app, member.email)).map(({ kind }) => kind)).toEqual([scheduled]);
    await cancel();
  });

  test('a mail that was sent stays sent', async () => {
    await schedule();
    const [waiting] = await mailsOf(scheduled);
    await deliverMail(app.services.mail, { send: () => Promise.resolve('250 OK') }, waiting?.id ?? '');
    await cancel();
    expect(await mailsOf(scheduled)).toEqual([{ id: waiting?.id, state: 'sent' }]);
    expect(await mailsOf(canceled)).toMatchObject([{ state: 'queued' }]);
  });

  test('the operator cannot send a mail again that was taken back', async () => {
    await schedule();
    const [waiting] = await mailsOf(scheduled);
    const refuse = () => Promise.reject(new DeliveryError('refused', true, '550 no'));
    await deliverMail(app.services.mail, { send: refuse }, waiting?.id ?? '');
    expect(await mailsOf(scheduled)).toEqual([{ id: waiting?.id, state: 'dead' }]);
    await cancel();
    const { db } = app.services;
    const now = new Date();
    expect(await inSystem(db, (trx) => requeueDeadMails(trx, [waiting?.id ?? ''], now, now))).toEqual([]);
  });

  test('an attempt that is under way is not repeated', async () => {
    await schedule();
    const [waiting] = await mailsOf(scheduled);
    const send = async () => {
      await cancel();
      throw new Error('the mail server is busy');
    };
    await deliverMail(app.services.mail, { send }, waiting?.id ?? '');
    expect(await mailsOf(scheduled)).toEqual([{ id: waiting?.id, state: 'canceled' }]);
  });
});
