/** Mails about a team are handed to the queue at once, and no other mail with them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember, changeMember, inviteAddress } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { deliverMailJob } from '../mail/jobs.ts';

describe.each(featureModes)('mails about a team, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
    member = await addTeamMember(app, owner, 'member@example.com');
  });
  afterAll(() => app.close());

  /** Ids of the mails that a call stored, and of those that it handed to the queue. */
  async function mailsOf(call: () => Promise<TestResponse>): Promise<{ stored: string[]; queued: string[] }> {
    const ids = async () =>
      (await queryAsOwner<{ id: string }>(app.services.db, 'select id from emails')).rows.map(({ id }) => id);
    const before = new Set(await ids());
    const enqueue = vi.spyOn(app.services.queue, 'enqueue');
    const { status, text } = await call();
    const deliveries = enqueue.mock.calls.filter(([{ name }]) => name === deliverMailJob.name);
    enqueue.mockRestore();
    expect(status, text).toBeLessThan(300);
    return {
      stored: (await ids()).filter((id) => !before.has(id)).sort(),
      queued: deliveries.map(([, , { key }]) => key).sort(),
    };
  }

  test('of an invitation, its answer, another role, a removal and the handing over of the ownership', async () => {
    const id = await inviteAddress(owner, 'guest@example.com', { role: 'viewer', locationIds: null });
    const gone = await addTeamMember(app, owner, 'gone@example.com');
    const declines = await app.signIn('declines@example.com');
    const declined = await inviteAddress(owner, declines.email, { role: 'viewer', locationIds: null });
    const calls: [string, number, () => Promise<TestResponse>][] = [
      [
        'invitation',
        1,
        () =>
          owner.call('POST', '/team/invitations', {
            email: 'second@example.com',
            role: 'viewer',
            locationIds: null,
          }),
      ],
      ['again', 1, () => owner.call('POST', `/team/invitations/${id}/send-again`)],
      ['declining', 1, () => declines.call('POST', `/invitations/${declined}/decline`)],
      ['role', 1, () => changeMember(owner, gone, { role: 'responder', locationIds: null })],
      ['removal', 1, () => owner.call('DELETE', `/team/members/${gone.userId}`)],
      ['offer', 1, () => owner.call('POST', '/team/ownership-offer', { memberId: member.userId })],
      ['acceptance', 2, () => member.call('POST', '/team/ownership-offer/accept')],
    ];
    for (const [name, count, call] of calls) {
      const { stored, queued } = await mailsOf(call);
      expect.soft(stored.length, name).toBe(count);
      expect.soft(queued, name).toEqual(stored);
    }
  });

  test('a queue that refuses a mail does not fail the change, because the sweep sends the mail', async () => {
    const gone = await addTeamMember(app, owner, 'also-gone@example.com');
    const enqueue = vi.spyOn(app.services.queue, 'enqueue').mockRejectedValue(new Error('out of reach'));
    const answer = await member.call('DELETE', `/team/members/${gone.userId}`);
    enqueue.mockRestore();
    expect(answer.status, answer.text).toBe(200);
  });
});
