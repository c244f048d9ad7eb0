/** Owners are told by mail when somebody becomes or stops being an owner. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { allLocations, invitationSteps, invite } from '../../testing/invitation-steps.ts';
import {
  addTeamMember,
  changeMember,
  inviteAddress,
  mailsTo,
  removeMember,
} from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { mailsPerRecipientAndDay } from '../mail/index.ts';

const owning = allLocations('owner');

describe.each(featureModes)('mails about owners, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let second: TestUser;
  let member: TestUser;
  const { aShop, anAddress, accept, inDatabase } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A new account with two owners and a viewer, none of whom has a mail. */
  async function aTeam(): Promise<void> {
    owner = await aShop();
    second = await addTeamMember(app, owner, anAddress(), owning);
    member = await addTeamMember(app, owner, anAddress());
    await inDatabase('delete from emails', []);
  }
  /** The first line of each mail about owners to a person. */
  const toldTo = async ({ email }: Pick<TestUser, 'email'>) =>
    (await mailsTo(app, email)).map(({ kind, text }) =>
      kind === 'owners-changed' ? (/^(?:A member|Another)[^.]*\./m.exec(text)?.[0] ?? text) : kind,
    );
  async function expectMails(deed: () => Promise<TestResponse>, expected: string[][]): Promise<void> {
    expect((await deed()).status).toBeLessThan(300);
    expect([await toldTo(owner), await toldTo(second), await toldTo(member)]).toEqual(expected);
  }
  const added = 'Another person is now an owner of your account.';
  const gone = 'A member is no longer an owner of your account.';
  const you = 'no-longer-owner';

  test('who gives the role is told too, because it may have been done in their name', async () => {
    await aTeam();
    await expectMails(() => changeMember(owner, member, owning), [[added], [added], ['access-changed']]);
    const [mail] = await mailsTo(app, owner.email);
    expect(mail?.text).toContain(`Member: ${member.email.split('@')[0]}`);
    expect(mail?.text).toContain(`Account: ${owner.email.split('@')[0]}`);
    expect(mail?.html).toContain(`/profile?account=${owner.accountId}`);
  });

  test('of an invitation as owner when it is accepted, and of no other', async () => {
    await aTeam();
    const guest = anAddress();
    const id = await inviteAddress(owner, guest, owning);
    await expectMails(() => accept(id, guest), [[added], [added], []]);
    expect(await toldTo({ email: guest })).toEqual(['team-invitation']);
    await aTeam();
    const viewer = anAddress();
    expect((await invite(owner, viewer)).status).toBe(201);
    const waiting = await inviteAddress(owner, anAddress(), allLocations('manager'));
    const [{ email } = { email: '' }] = (
      await inDatabase('select email from invitations where id = $1', [waiting])
    ).rows as { email: string }[];
    await expectMails(() => accept(waiting, email), [['invitation-answered'], [], []]);
  });

  test('of an owner who is demoted, who is told as well', async () => {
    await aTeam();
    await expectMails(() => changeMember(owner, second, allLocations('manager')), [[gone], [you], []]);
  });

  test('of an owner who steps down, is removed or leaves', async () => {
    await aTeam();
    await expectMails(() => changeMember(second, second, allLocations('viewer')), [[gone], [you], []]);
    expect((await mailsTo(app, second.email))[0]?.html).toContain(`/profile?account=${owner.accountId}`);
    await aTeam();
    await expectMails(
      () => owner.call('DELETE', `/team/members/${second.userId}`),
      [[gone], ['member-removed'], []],
    );
    await aTeam();
    await expectMails(() => second.call('POST', '/team/leave'), [[gone], [you], []]);
    const [mail] = await mailsTo(app, second.email);
    expect(mail?.text).toContain('You left it');
    // The account is closed to them, so nothing leads there.
    expect(mail?.html).not.toContain('/profile?account=');
  });

  test('not of changes that concern no owner', async () => {
    await aTeam();
    const none = [[], [], ['access-changed']];
    await expectMails(() => changeMember(owner, member, allLocations('manager')), none);
  });

  test('of a member who leaves, and not of one who is removed', async () => {
    await aTeam();
    const left = [['member-left'], ['member-left'], []];
    await expectMails(() => member.call('POST', '/team/leave'), left);
    const [mail] = await mailsTo(app, owner.email);
    for (const fact of [`Member: ${member.email.split('@')[0]}`, `E-mail: ${member.email}`, 'Role: Viewer'])
      expect(mail?.text).toContain(fact);
    await aTeam();
    await expectMails(() => removeMember(owner, member), [[], [], ['member-removed']]);
  });

  test('of members who leave not more than five times a day, and they leave all the same', async () => {
    await aTeam();
    for (let round = 0; round <= mailsPerRecipientAndDay; round += 1) {
      const leaver = await addTeamMember(app, owner, anAddress());
      expect((await leaver.call('POST', '/team/leave')).status).toBe(200);
    }
    expect(await toldTo(owner)).toEqual(Array.from({ length: mailsPerRecipientAndDay }, () => 'member-left'));
  });

  test('not more than five a day to each owner, and the change is made all the same', async () => {
    await aTeam();
    for (let round = 0; round < 3; round += 1)
      for (const role of ['owner', 'viewer'] as const)
        expect((await changeMember(owner, member, allLocations(role))).status).toBe(200);
    expect(await toldTo(owner)).toEqual([added, gone, added, gone, added]);
  });

  test('of the own end as owner also after all mails about others', async () => {
    await aTeam();
    for (let round = 0; round < 3; round += 1)
      for (const role of ['owner', 'viewer'] as const) await changeMember(owner, member, allLocations(role));
    expect(await toldTo(second)).toHaveLength(mailsPerRecipientAndDay);
    expect((await changeMember(owner, second, allLocations('viewer'))).status).toBe(200);
    expect((await toldTo(second)).at(-1)).toBe(you);
    const mail = (await mailsTo(app, second.email)).at(-1);
    expect(mail?.subject).toMatch(/^You are no longer an owner of an account at /);
    expect(mail?.text).toContain(`Account: ${owner.email.split('@')[0]}`);
  });

  test('a member becomes owner again only until five such mails of a day; nothing else is refused', async () => {
    await aTeam();
    for (let round = 0; round < mailsPerRecipientAndDay; round += 1) {
      expect((await changeMember(owner, second, allLocations('viewer'))).status).toBe(200);
      if (round + 1 < mailsPerRecipientAndDay)
        expect((await changeMember(owner, second, owning)).status).toBe(200);
    }
    const refused = await changeMember(owner, second, owning);
    expect(refused.json).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: expect.any(Number) });
    expect((await toldTo(second)).filter((kind) => kind === you)).toHaveLength(mailsPerRecipientAndDay);
    expect((await changeMember(owner, second, allLocations('manager'))).status).toBe(200);
    expect((await changeMember(owner, member, owning)).status).toBe(200);
  });

  test('of the handing over once: to both as before, and to the other owners', async () => {
    await aTeam();
    await owner.call('POST', '/team/ownership-offer', { memberId: member.userId });
    await expectMails(
      () => member.call('POST', '/team/ownership-offer/accept'),
      [['ownership-handed-over'], [added, gone], ['ownership-offered', 'ownership-handed-over']],
    );
  });
});
