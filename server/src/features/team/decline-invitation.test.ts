/** An invited person declines: the invitation ends as if it had been revoked, and the trail says who ended it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { allLocations, codeOf, invitationSteps, invite } from '../../testing/invitation-steps.ts';
import { inviteAddress, mailsTo, teamOf, tokenSentTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const viewer = allLocations('viewer');

describe.each(featureModes)('declining invitations, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { anAddress, as, accept, look, inDatabase, expire } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  const decline = async (id: string, email: string) =>
    (await as(email))('POST', `/invitations/${id}/decline`);
  const isOpen = async (id: string) =>
    teamOf(await owner.call('GET', '/team')).invitations.some((one) => one.id === id);
  const entriesOf = async (id: string) =>
    (
      await inDatabase('select action, user_id, actor from audit_entries where target = $1 order by at, id', [
        id,
      ])
    ).rows;

  test('ends it for everybody, also for a person who has not signed up', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    const token = await tokenSentTo(app, email);
    const answer = await decline(id, email.toUpperCase());
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
    expect(await isOpen(id)).toBe(false);
    expect(await look(token)).toEqual({ state: 'revoked' });
    expect(await mailsTo(app, email)).toEqual([]);
    for (const again of [accept, decline]) expect(codeOf(await again(id, email))).toBe('invitation-revoked');
    expect(await entriesOf(id)).toEqual([
      { action: 'invitation.sent', user_id: owner.userId, actor: 'person' },
      { action: 'invitation.declined', user_id: null, actor: 'system' },
    ]);
    // A later sign-up gets an account of its own, and the address can be invited anew.
    expect((await app.signIn(email)).accountId).not.toBe(owner.accountId);
    expect((await invite(owner, email)).status).toBe(201);
  });

  test('names a person whom we know in the trail', async () => {
    const guest = await app.signIn(anAddress());
    const id = await inviteAddress(owner, guest.email, viewer);
    expect((await decline(id, guest.email)).status).toBe(200);
    expect(await entriesOf(id)).toContainEqual({
      action: 'invitation.declined',
      user_id: guest.userId,
      actor: 'person',
    });
    expect((await guest.call('GET', '/invitations')).json).toEqual({ invitations: [] });
  });

  test('is refused to everybody else, and when the invitation has ended', async () => {
    const guest = await app.signIn(anAddress());
    const id = await inviteAddress(owner, guest.email, viewer);
    expect(codeOf(await decline(id, anAddress()))).toBe('invitation-other-address');
    expect(codeOf(await decline(newId(), guest.email))).toBe('not-found');
    const block = (at: string) =>
      inDatabase(`update users set blocked_at = ${at} where id = $1`, [guest.userId]);
    await block('now()');
    expect(codeOf(await decline(id, guest.email))).toBe('forbidden');
    await block('null');
    expect(await isOpen(id)).toBe(true);
    expect((await accept(id, guest.email)).status).toBe(200);
    expect(codeOf(await decline(id, guest.email))).toBe('invitation-used');
    const late = anAddress();
    const expired = await inviteAddress(owner, late, viewer);
    await expire(expired);
    expect(codeOf(await decline(expired, late))).toBe('invitation-expired');
  });

  test('of an answer and its opposite at the same time only one counts', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = anAddress();
      const id = await inviteAddress(owner, email, viewer);
      const [accepted, declined] = await Promise.all([accept(id, email), decline(id, email)]);
      expect([accepted.status, declined.status].sort()).toEqual([200, 409]);
      const { members } = teamOf(await owner.call('GET', '/team'));
      expect(members.some((member) => member.email === email)).toBe(accepted.status === 200);
    }
  });
});
