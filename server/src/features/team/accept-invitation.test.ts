import { invitationDays } from '@kindling/contract/team';
import type { User } from '@kindling/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import {
  allLocations,
  codeOf,
  firstLocation,
  invitationSteps,
  invite,
  sendAgain,
} from '../../testing/invitation-steps.ts';
import { addTeamMember, inviteAddress, teamOf, tokenSentTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { markTokenEnded } from '../identity/ended-sessions.ts';

describe.each(featureModes)('accepting invitations, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { anAddress, as, accept, look, recordOf, inDatabase, expire } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  test('an invited person signs up without an account of their own and joins by accepting', async () => {
    const email = anAddress();
    const access = { role: 'responder', locationIds: [await firstLocation(owner)] } as const;
    await inviteAddress(owner, email, access);
    const token = await tokenSentTo(app, email);
    const preview = {
      accountName: 'owner',
      invitedBy: 'owner',
      role: 'responder',
      limited: true,
      email: 'g…@example.com',
      state: 'valid',
    };
    expect(await look(token)).toMatchObject(preview);
    const accounts = async () => (await inDatabase('select id from accounts', [])).rows.length;
    const before = await accounts();
    const guest = await as(email);
    const profile = { sub: `auth0|${email}`, email, name: 'Guest' };
    expect((await guest('POST', '/users/adduser', profile)).status).toBe(200);
    expect((await recordOf(email)).json).toMatchObject({ user: { account: null, accounts: [] } });
    const waiting = (await guest('GET', '/invitations')).json as { invitations: { id: string }[] };
    expect(waiting.invitations).toMatchObject([
      { accountName: 'owner', invitedBy: 'owner', role: 'responder', limited: true },
    ]);
    const id = waiting.invitations[0]?.id ?? '';
    expect((await accept(id, email)).json).toEqual({ accountId: owner.accountId });
    const membership = { id: owner.accountId, name: 'owner', ...access };
    expect((await recordOf(email)).json).toMatchObject({
      user: { account: membership, accounts: [membership] },
    });
    expect((await guest('GET', '/invitations')).json).toEqual({ invitations: [] });
    // Nothing that the account changes later is told to whoever has the link.
    expect(await look(token)).toEqual({ state: 'accepted' });
    expect(await accounts()).toBe(before);
  });

  test('accepting creates a person whom nobody has seen yet, without an account of their own', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    expect((await accept(id, email)).status).toBe(200);
    const { user } = (await recordOf(email)).json as { user: User };
    expect(user.accounts.map((account) => account.id)).toEqual([owner.accountId]);
  });

  test('a person in two accounts sees one at a time, and must name it', async () => {
    const ben = await app.signIn('ben@example.com');
    await ben.call('POST', '/businesses', { name: 'Bens bakery' });
    await owner.call('POST', '/businesses', { name: 'Owners inn' });
    await addTeamMember(app, owner, ben.email, allLocations('manager'));
    const names = async (account?: string) => {
      const answer = await app.callWith(ben.token, account)('GET', '/businesses');
      if (answer.status !== 200) return `${answer.status} ${codeOf(answer)}`;
      return (answer.json as { businesses: { name: string }[] }).businesses.map(({ name }) => name).sort();
    };
    expect(await names(ben.accountId)).toEqual(['Bens bakery', 'ben']);
    expect(await names(owner.accountId)).toEqual(['Owners inn', 'owner']);
    expect(await names()).toBe('400 account-required');
    const stranger = await app.signIn('stranger@example.com');
    for (const foreign of [stranger.accountId, newId(), 'x', `${ben.accountId}'`, ''])
      expect(await names(foreign)).toBe('403 no-membership');
    const { user } = (await recordOf(ben.email, owner.accountId)).json as { user: User };
    expect(user.account).toMatchObject({ id: owner.accountId, role: 'manager' });
    expect(user.accounts.map(({ id, role }) => [id, role])).toEqual([
      [ben.accountId, 'owner'],
      [owner.accountId, 'manager'],
    ]);
  });

  describe('an invitation is refused', () => {
    test('when it was accepted before, also by the same person', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, allLocations('viewer'));
      expect((await accept(id, email)).status).toBe(200);
      expect(codeOf(await accept(id, email))).toBe('invitation-used');
    });

    test('to another address, and accepted by its own in any spelling', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, allLocations('viewer'));
      expect(codeOf(await accept(id, 'other@example.com'))).toBe('invitation-other-address');
      const unproven = await app.issuer.sign(
        { sub: 'auth0|unproven', email },
        { payload: { 'https://kindling.app/email_verified': false } },
      );
      const refused = await app.callWith(unproven)('POST', `/invitations/${id}/accept`);
      expect(codeOf(refused)).toBe('email-not-verified');
      expect((await accept(id, email.toUpperCase())).status).toBe(200);
    });

    test('after it was revoked', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, allLocations('viewer'));
      const token = await tokenSentTo(app, email);
      expect((await owner.call('DELETE', `/team/invitations/${id}`)).status).toBe(200);
      expect(codeOf(await accept(id, email))).toBe('invitation-revoked');
      expect(await look(token)).toEqual({ state: 'revoked' });
      expect((await owner.call('DELETE', `/team/invitations/${id}`)).status).toBe(404);
      expect((await sendAgain(owner, id)).status).toBe(404);
      // The address may be invited anew, and a sign-up without an open invitation gets an account.
      const record = await app.signIn(email);
      expect(record.accountId).not.toBe(owner.accountId);
      expect((await invite(owner, email)).status).toBe(201);
    });

    test('after it expired, until it is sent again with a new link', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, allLocations('viewer'));
      const old = await tokenSentTo(app, email);
      await expire(id);
      expect(codeOf(await accept(id, email))).toBe('invitation-expired');
      expect(await look(old)).toEqual({ state: 'expired' });
      expect((await (await as(email))('GET', '/invitations')).json).toEqual({ invitations: [] });
      const listed = teamOf(await owner.call('GET', '/team')).invitations.find((one) => one.id === id);
      expect(listed).toMatchObject({ email, expired: true });
      const again = teamOf(await sendAgain(owner, id));
      const renewed = again.invitations.find((one) => one.id === id);
      expect(renewed?.expired).toBe(false);
      const left = Date.parse(renewed?.expiresAt ?? '') - Date.now();
      expect(Math.round(left / 86_400_000)).toBe(invitationDays);
      expect(await look(old)).toMatchObject({ code: 'not-found' });
      expect(await look(await tokenSentTo(app, email))).toMatchObject({ state: 'valid' });
      expect((await accept(id, email)).status).toBe(200);
    });

    test('by a blocked person, and for an account that waits for its deletion', async () => {
      const blocked = await app.signIn(anAddress());
      const id = await inviteAddress(owner, blocked.email, allLocations('viewer'));
      await inDatabase('update users set blocked_at = now() where id = $1', [blocked.userId]);
      expect(codeOf(await accept(id, blocked.email))).toBe('forbidden');

      const closing = await app.signIn('closing@example.com');
      const guest = anAddress();
      const late = await inviteAddress(closing, guest, allLocations('viewer'));
      const token = await tokenSentTo(app, guest);
      await closing.call('POST', '/profile/deletion', { accountName: 'closing' });
      expect(codeOf(await accept(late, guest))).toBe('account-closing');
      expect(await look(token)).toEqual({ state: 'revoked' });
      expect(codeOf(await invite(closing, anAddress()))).toBe('account-closing');
      await closing.call('DELETE', '/profile/deletion');
      expect((await accept(late, guest)).status).toBe(200);
    });
  });

  test('the list of waiting invitations is refused to a blocked person and to a token that was ended', async () => {
    const guest = await app.signIn(anAddress());
    await inviteAddress(owner, guest.email, allLocations('viewer'));
    const list = () => guest.call('GET', '/invitations');
    expect((await list()).json).toMatchObject({ invitations: [{ accountName: 'owner' }] });
    const setPerson = (change: string) =>
      inDatabase(`update users set ${change} where id = $1`, [guest.userId]);
    await setPerson('blocked_at = now()');
    expect((await list()).json).toMatchObject({ status: 403, code: 'forbidden' });
    await setPerson(`blocked_at = null, tokens_valid_from = now() + interval '1 minute'`);
    expect((await list()).json).toMatchObject({ status: 401, code: 'unauthenticated' });
    await setPerson('tokens_valid_from = null');
    await markTokenEnded({ db: app.services.db }, { token: guest.token, sessionId: null });
    expect((await list()).json).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('names that could become a link are left out of the link’s page and of the list', async () => {
    const email = anAddress();
    const host = await app.signIn('host@example.com');
    await inviteAddress(host, email, allLocations('viewer'));
    const token = await tokenSentTo(app, email);
    const named = async (account: string, person: string) => {
      await inDatabase('update accounts set name = $2 where id = $1', [host.accountId, account]);
      await inDatabase('update users set display_name = $2 where id = $1', [host.userId, person]);
      const own = (await (await as(email))('GET', '/invitations')).json as { invitations: object[] };
      return [await look(token), own.invitations[0]];
    };
    for (const shown of await named('Salt Quay', 'Ines'))
      expect(shown).toMatchObject({ accountName: 'Salt Quay', invitedBy: 'Ines', role: 'viewer' });
    for (const shown of await named('Win at evil.example', 'evil。example'))
      expect(shown).toMatchObject({ accountName: null, invitedBy: null, role: 'viewer' });
  });

  test('many acceptances at once make one member', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(id, email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(codeOf(answer)).toBe('invitation-used');
    const { members } = teamOf(await owner.call('GET', '/team'));
    expect(members.filter((member) => member.email === email)).toHaveLength(1);
  });

  test('a new person who accepts invitations to two accounts at once becomes one person in both', async () => {
    const email = anAddress();
    const second = await app.signIn('second-shop@example.com');
    const ids = [
      await inviteAddress(owner, email, allLocations('viewer')),
      await inviteAddress(second, email, allLocations('viewer')),
    ];
    const answers = await Promise.all(ids.map((id) => accept(id, email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { user } = (await recordOf(email)).json as { user: User };
    expect(user.accounts.map(({ id }) => id).sort()).toEqual([owner.accountId, second.accountId].sort());
  });
});
