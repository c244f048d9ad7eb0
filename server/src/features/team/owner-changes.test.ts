/** Who becomes or stops being an owner: only with a recent sign-in. */
import { claims } from '@kindling/contract/constants';
import { recentSignInSeconds } from '@kindling/contract/profile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { allLocations, codeOf, invitationSteps, invite, sendAgain } from '../../testing/invitation-steps.ts';
import { addTeamMember, changeMember, inviteAddress, removeMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';

const owning = allLocations('owner');
const manager = allLocations('manager');

describe.each(featureModes)('changes of owners, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  const { aShop, anAddress } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A new account with an owner and a viewer. */
  async function aTeam(): Promise<void> {
    owner = await aShop();
    member = await addTeamMember(app, owner, anAddress());
  }
  /** The same person with a sign-in of long ago. */
  async function late(who: TestUser): Promise<TestUser> {
    const seconds = Math.floor(Date.now() / 1000) - recentSignInSeconds - 60;
    const token = await app.issuer.sign(who, { payload: { [claims.authTime]: seconds } });
    return { ...who, call: app.callWith(token, who.accountId) };
  }
  const offerOwnership = () => owner.call('POST', '/team/ownership-offer', { memberId: member.userId });
  /** The state of the team for the owner, to see that a refused call changed nothing. */
  const teamNow = async () => (await owner.call('GET', '/team')).json;

  /** Prepares a team, and returns what a person does. */
  type Deed = () => Promise<[TestUser, (who: TestUser) => Promise<TestResponse>]>;
  const ownerDeeds: [string, Deed][] = [
    ['making somebody owner', async () => [owner, (who) => changeMember(who, member, owning)]],
    [
      'demoting an owner',
      async () => {
        await changeMember(owner, member, owning);
        return [owner, (who) => changeMember(who, member, manager)];
      },
    ],
    [
      'removing an owner',
      async () => {
        await changeMember(owner, member, owning);
        return [owner, (who) => removeMember(who, member)];
      },
    ],
    [
      'leaving as owner',
      async () => {
        await changeMember(owner, member, owning);
        return [member, (who) => who.call('POST', '/team/leave')];
      },
    ],
    [
      'inviting as owner',
      async () => {
        const email = anAddress();
        return [owner, (who) => invite(who, email, owning)];
      },
    ],
    [
      'sending an invitation as owner again',
      async () => {
        const id = await inviteAddress(owner, anAddress(), owning);
        return [owner, (who) => sendAgain(who, id)];
      },
    ],
    [
      'accepting the ownership',
      async () => {
        await offerOwnership();
        return [member, (who) => who.call('POST', '/team/ownership-offer/accept')];
      },
    ],
    [
      'accepting an invitation as owner',
      async () => {
        const guest = await app.signIn(anAddress());
        const id = await inviteAddress(owner, guest.email, owning);
        return [guest, (who) => who.call('POST', `/invitations/${id}/accept`)];
      },
    ],
  ];

  test.each(ownerDeeds)('%s needs a recent sign-in', async (_what, prepare) => {
    await aTeam();
    const [who, deed] = await prepare();
    const before = await teamNow();
    const refused = await deed(await late(who));
    expect(refused.json).toMatchObject({ status: 403, code: 'sign-in-again' });
    expect(await teamNow()).toEqual(before);
    expect((await deed(who)).status).toBeLessThan(300);
  });

  test('what concerns no owner needs none, and the role is checked first', async () => {
    await aTeam();
    const old = await late(owner);
    expect((await changeMember(old, member, manager)).status).toBe(200);
    const email = anAddress();
    expect((await invite(old, email)).status).toBe(201);
    const guest = await late(await app.signIn(anAddress()));
    const id = await inviteAddress(owner, guest.email, manager);
    expect((await sendAgain(old, id)).status).toBe(200);
    expect((await guest.call('POST', `/invitations/${id}/accept`)).status).toBe(200);
    const oldManager = await late(member);
    expect(codeOf(await changeMember(oldManager, owner, manager))).toBe('role-forbids');
    expect(codeOf(await invite(oldManager, anAddress(), owning))).toBe('role-forbids');
    expect((await removeMember(old, member)).status).toBe(200);
    const leaver = await late(await addTeamMember(app, owner, anAddress()));
    expect((await leaver.call('POST', '/team/leave')).status).toBe(200);
  });
});
