import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('the name of an account, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    owner = await app.signIn(`owner-${count}@example.com`);
  });
  const rename = (user: TestUser, name: unknown) => user.call('PUT', '/profile/account-name', { name });
  const nameFor = async (user: TestUser) =>
    ((await user.call('GET', '/profile')).json as { profile: { accountName: string } }).profile.accountName;
  const entries = async () => {
    const { rows } = await queryAsOwner<{ user_id: string; details: object }>(
      app.services.db,
      `select user_id, details from audit_entries where account_id = $1 and action = 'account.renamed'`,
      [owner.accountId],
    );
    return rows;
  };

  test('an owner changes it for everybody in the account, and for nobody else', async () => {
    const other = await app.signIn(`other-${count}@example.com`);
    const viewer = await addTeamMember(app, owner, `viewer-${count}@example.com`, {
      role: 'viewer',
      locationIds: null,
    });
    const answer = await rename(owner, '  Bakery Lindqvist 🥐 ');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ profile: { id: owner.userId, accountName: 'Bakery Lindqvist 🥐' } });
    expect(await nameFor(viewer)).toBe('Bakery Lindqvist 🥐');
    expect(await nameFor(other)).toBe(`other-${count}`);
    const body = { useremail: viewer.email, userToken: viewer.token };
    expect((await viewer.call('POST', '/users/getuserbyemail', body)).json).toMatchObject({
      user: { accountName: 'Bakery Lindqvist 🥐', account: { name: 'Bakery Lindqvist 🥐' } },
    });
  });

  test.each(['manager', 'responder', 'viewer'] as const)('a %s cannot change it', async (role) => {
    const member = await addTeamMember(app, owner, `${role}-${count}@example.com`, {
      role,
      locationIds: null,
    });
    const answer = await rename(member, 'Mine now');
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: 'role-forbids' });
    expect(await nameFor(owner)).toBe(`owner-${count}`);
  });

  test('a name that is empty, too long or could change the text around it is refused', async () => {
    for (const bad of ['', '   ', 'x'.repeat(81), 'a\nb', 'a\u202eb', 'a\0b', 7, null]) {
      const answer = await rename(owner, bad);
      expect.soft(answer.status, JSON.stringify(bad)).toBe(400);
      expect.soft(answer.json, JSON.stringify(bad)).toMatchObject({ fields: [{ path: 'name' }] });
    }
    expect(await nameFor(owner)).toBe(`owner-${count}`);
    expect((await rename(owner, 'x'.repeat(80))).status).toBe(200);
  });

  test('each change is in the trail without the name, and a name that stays writes nothing', async () => {
    expect((await rename(owner, `owner-${count}`)).status).toBe(200);
    expect(await entries()).toEqual([]);
    const answers = await Promise.all([rename(owner, 'Secret'), rename(owner, ' Secret ')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await entries()).toEqual([{ user_id: owner.userId, details: {} }]);
    const { rows } = await queryAsOwner(
      app.services.db,
      `select data from domain_events where account_id = $1 and name = 'account.changed'`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ data: { fields: ['name'] } }]);
  });

  test('the deletion of the account asks for the new name', async () => {
    await rename(owner, 'Bakery');
    const remove = (accountName: string) => owner.call('POST', '/profile/deletion', { accountName });
    expect((await remove(`owner-${count}`)).status).toBe(400);
    expect((await remove('Bakery')).status).toBe(200);
  });
});
