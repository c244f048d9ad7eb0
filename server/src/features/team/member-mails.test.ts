/** Members are told by mail of the answers to their invitations, and of what others change about their access. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { allLocations, firstLocation, invitationSteps, sendAgain } from '../../testing/invitation-steps.ts';
import { someLocation } from '../../testing/samples.ts';
import {
  addTeamMember,
  changeMember,
  inviteAddress,
  mailsTo,
  type TeamAccess,
} from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { mailsPerRecipientAndDay } from '../mail/index.ts';

const viewer = allLocations('viewer');
const manager = allLocations('manager');

describe.each(featureModes)('mails to members, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { aShop, anAddress, as, accept, inDatabase } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const join = (access: TeamAccess) => addTeamMember(app, owner, anAddress(), access);
  const toldTo = async ({ email }: Pick<TestUser, 'email'>) =>
    (await mailsTo(app, email)).filter(({ kind }) => kind !== 'welcome');
  const kindsTo = async (who: Pick<TestUser, 'email'>) => (await toldTo(who)).map(({ kind }) => kind);

  describe('of answers', () => {
    /** Invites a new address and answers. */
    async function answered(
      inviter: TestUser,
      answer: 'accept' | 'decline',
      access = viewer,
    ): Promise<string> {
      const email = anAddress();
      const id = await inviteAddress(inviter, email, access);
      expect((await (await as(email))('POST', `/invitations/${id}/${answer}`)).status).toBe(200);
      return email;
    }

    test('whoever invited learns who has joined, and nobody else does', async () => {
      owner = await aShop();
      const inviter = await join(manager);
      const email = await answered(inviter, 'accept', allLocations('responder'));
      const [mail, ...more] = await toldTo(inviter);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Your invitation to an account at Kindling was accepted');
      for (const fact of [`Member: ${email.split('@')[0]}`, `E-mail: ${email}`, 'Role: Responder'])
        expect(mail?.text).toContain(fact);
      expect(mail?.html).toContain(`/profile?account=${owner.accountId}`);
      expect(await kindsTo(owner)).toEqual([]);
    });

    test('a refusal names the address only', async () => {
      owner = await aShop();
      const email = await answered(owner, 'decline');
      const [mail] = await toldTo(owner);
      expect(mail?.subject).toBe('Your invitation to an account at Kindling was declined');
      expect(mail?.text).toContain(`E-mail: ${email}`);
      expect(mail?.text).not.toContain('Member:');
      expect(mail?.text).not.toContain('If you do not know this address');
      expect(mail?.text).toContain('You can invite the same person');
    });

    test('whoever sent the invitation again is told in place of the first inviter', async () => {
      owner = await aShop();
      const inviter = await join(manager);
      const email = anAddress();
      const id = await inviteAddress(inviter, email, viewer);
      expect((await sendAgain(owner, id)).status).toBe(200);
      expect((await accept(id, email)).status).toBe(200);
      expect([await kindsTo(owner), await kindsTo(inviter)]).toEqual([['invitation-answered'], []]);
    });

    test('a new owner is told of once, by the mail about owners', async () => {
      owner = await aShop();
      await answered(owner, 'accept', allLocations('owner'));
      expect(await kindsTo(owner)).toEqual(['owners-changed']);
      await answered(owner, 'decline', allLocations('owner'));
      expect(await kindsTo(owner)).toEqual(['owners-changed', 'invitation-answered']);
    });

    test('not more than five a day, and the answer counts all the same', async () => {
      owner = await aShop();
      for (let round = 0; round <= mailsPerRecipientAndDay; round += 1) await answered(owner, 'decline');
      expect(await kindsTo(owner)).toHaveLength(mailsPerRecipientAndDay);
    });
  });

  describe('of changed access', () => {
    test('the member learns who changed it, role, locations by name and day, in their own language', async () => {
      owner = await aShop();
      const member = await join(viewer);
      const limited = { role: 'responder', locationIds: [await firstLocation(owner)] } as const;
      expect((await changeMember(owner, member, limited)).status).toBe(200);
      const [mail, ...more] = await toldTo(member);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Your access to an account at Kindling was changed');
      // The first location has the name of the account, and that the owner's.
      const [name] = owner.email.split('@');
      for (const fact of ['Role: Responder', `Locations: ${name}`, `Account: ${name}`, `Changed by: ${name}`])
        expect(mail?.text).toContain(fact);
      expect(mail?.text).toMatch(/on [^.]*\d{4}\. This is/);
      await member.call('PUT', '/profile/region', { locale: 'de', timeZone: 'UTC' });
      await changeMember(owner, member, viewer);
      const german = (await toldTo(member)).at(-1)?.text;
      expect(german).toContain('Rolle: Leser');
      expect(german).toContain('Standorte: Alle');
    });

    test('a member who loses a location by its deletion, and the last one, unless they delete it', async () => {
      owner = await aShop();
      const { business } = (await owner.call('POST', '/businesses', { name: 'South' })).json as {
        business: { id: string; locations: { id: string }[] };
      };
      const added = await owner.call('POST', `/businesses/${business.id}/locations`, someLocation);
      const second = (added.json as { location: { id: string } }).location.id;
      const locationIds = [business.locations[0]?.id ?? '', second];
      const [member, other] = [await join({ role: 'viewer', locationIds }), await join(viewer)];
      expect((await owner.call('DELETE', `/locations/${second}`)).status).toBe(200);
      expect((await owner.call('DELETE', `/businesses/${business.id}`)).status).toBe(200);
      const [first, last, ...more] = await toldTo(member);
      expect(more).toEqual([]);
      expect([first?.kind, last?.kind]).toEqual(['access-changed', 'access-changed']);
      expect(first?.text).toMatch(/^Locations: South$/m);
      expect(last?.text).toMatch(/^Locations: None$/m);
      expect(last?.text).toContain('You no longer have access to any location.');
      for (const mail of [first, last])
        expect(mail?.text).toContain(`Changed by: ${owner.email.split('@')[0]}`);
      expect([await kindsTo(other), await kindsTo(owner)]).toEqual([[], []]);
    });

    test('also a member whom somebody makes owner', async () => {
      owner = await aShop();
      const member = await join(viewer);
      await changeMember(owner, member, allLocations('owner'));
      expect(await kindsTo(member)).toEqual(['access-changed']);
    });

    test('not of what they did themselves, what changes nothing, and what another mail tells', async () => {
      owner = await aShop();
      const [member, second] = [await join(manager), await join(allLocations('owner'))];
      await changeMember(owner, member, manager);
      await changeMember(member, member, viewer);
      expect(await kindsTo(member)).toEqual([]);
      await changeMember(owner, second, manager);
      expect(await kindsTo(second)).toEqual(['no-longer-owner']);
    });

    test('not more than five a day, and the change is made all the same', async () => {
      owner = await aShop();
      const member = await join(viewer);
      for (let round = 0; round <= mailsPerRecipientAndDay; round += 1)
        expect((await changeMember(owner, member, round % 2 === 0 ? manager : viewer)).status).toBe(200);
      expect(await kindsTo(member)).toHaveLength(mailsPerRecipientAndDay);
      const { rows } = await inDatabase('select role from memberships where user_id = $1', [member.userId]);
      expect(rows).toEqual([{ role: 'viewer' }]);
    });
  });
});
