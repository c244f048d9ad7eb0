import { claims } from '@kindling/contract/constants';
import { deletionDays, recentSignInSeconds } from '@kindling/contract/profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember, inviteAddress } from '../../testing/team-fixture.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { eraseAccount, findDueAccounts, identityRetentionSeconds } from './account-deletion.ts';
import type { ErasureStep } from './deps.ts';
import { eraseJob, identityJobs } from './jobs.ts';

const day = 86_400_000;
const due = () => new Date(Date.now() + deletionDays * day + 60_000);
/** When nothing tells any more who it was. */
const forgotten = () => new Date(due().getTime() + identityRetentionSeconds * 1000 + day);

describe.each(featureModes)('the end of an account, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const nameOf = (user: TestUser) => user.email.split('@')[0] ?? '';
  const begin = (user: TestUser, accountName = nameOf(user)) =>
    user.call('POST', '/profile/deletion', { accountName });
  const mailsOf = async (user: TestUser) =>
    (
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx.selectFrom('emails').select('template').where('account_id', '=', user.accountId).execute(),
      )
    ).map((row) => row.template);
  /** @param first a step before those of the slices */
  const erase = (user: TestUser, now = due(), first?: Omit<ErasureStep, 'slice'>) => {
    const { users } = app.services;
    const erasureSteps =
      first === undefined ? users.erasureSteps : [{ slice: 'test', ...first }, ...users.erasureSteps];
    return eraseAccount({ ...users, erasureSteps }, user.accountId, now);
  };

  /** Every table that has rows of this account, in all schemas that hold any. */
  async function rowsLeft(user: TestUser): Promise<string[]> {
    const { rows } = await queryAsOwner<{ name: string }>(
      app.services.db,
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'account_id'`,
    );
    const left: string[] = [];
    for (const { name, column } of [
      ...rows.map(({ name }) => ({ name, column: 'account_id' })),
      { name: 'accounts', column: 'id' },
    ]) {
      const found = await inSystem(app.services.db, (trx) =>
        sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${user.accountId}::uuid limit 1`.execute(
          trx,
        ),
      );
      if (found.rows.length > 0) left.push(name);
    }
    for (const table of ['account', 'record', 'browser_session']) {
      const column = table === 'account' ? 'sub' : 'account_id';
      const found = await app.services.db.pool.query(
        `select 1 from identity.${table} where ${column} = $1 limit 1`,
        [user.sub],
      );
      if (found.rows.length > 0) left.push(`identity.${table}`);
    }
    return left;
  }

  test('needs the account’s name and a recent sign-in', async () => {
    const ann = await app.signIn('ann@example.com');
    for (const wrong of ['bob', 'delete', '<ann>']) expect((await begin(ann, wrong)).status).toBe(400);
    const seconds = Math.floor(Date.now() / 1000);
    const withAge = (age: number) =>
      app.issuer.sign({ sub: ann.sub, email: ann.email }, { payload: { [claims.authTime]: seconds - age } });
    const ask = async (age: number) =>
      app.request({
        method: 'POST',
        url: '/api/v1/profile/deletion',
        headers: { authorization: `Bearer ${await withAge(age)}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ accountName: 'ann' }),
      });
    const old = await ask(recentSignInSeconds + 60);
    expect(old.json).toMatchObject({ status: 403, code: 'sign-in-again' });
    expect(await mailsOf(ann)).not.toContain('account-deletion-scheduled');
    expect((await ask(30)).status).toBe(200);
    await ann.call('DELETE', '/profile/deletion');
  });

  test('waits for two weeks in which everything works, and can be canceled', async () => {
    const ben = await app.signIn('ben@example.com');
    const answer = await begin(ben, '  BEN ');
    const { deletionScheduledFor } = (answer.json as { profile: { deletionScheduledFor: string } }).profile;
    expect(Math.round((Date.parse(deletionScheduledFor) - Date.now()) / day)).toBe(deletionDays);
    const again = await begin(ben);
    expect(again.json).toMatchObject({ profile: { deletionScheduledFor } });
    const body = { useremail: ben.email, userToken: ben.token };
    expect((await ben.call('POST', '/users/getuserbyemail', body)).json).toMatchObject({
      user: { deletionScheduledFor },
    });
    expect((await ben.call('GET', '/reviews')).status).toBe(200);
    expect(await findDueAccounts(app.services.users)).not.toContain(ben.accountId);
    await erase(ben, new Date());
    expect((await ben.call('DELETE', '/profile/deletion')).json).toMatchObject({
      profile: { deletionScheduledFor: null },
    });
    expect((await ben.call('DELETE', '/profile/deletion')).status).toBe(200);
    await erase(ben);
    expect((await ben.call('GET', '/profile')).status).toBe(200);
    expect((await mailsOf(ben)).filter((kind) => kind.startsWith('account-deletion')).sort()).toEqual([
      'account-deletion-canceled',
      'account-deletion-scheduled',
    ]);
  });

  describe('when the day has come', () => {
    let gone: TenantFixture;
    let stays: TenantFixture;
    beforeAll(async () => {
      stays = await createTenantFixture(app, 'stays');
      gone = await createTenantFixture(app, 'gone');
      await app.services.embeds.store.settled();
      await begin(gone.user);
    });

    test('the job runs once a day', async () => {
      expect(await findDueAccounts(app.services.users, due())).toEqual([gone.user.accountId]);
    });

    test('nothing of it is left, wherever a run was cut off before; nobody else loses anything', async () => {
      const before = await rowsLeft(stays.user);
      expect(await rowsLeft(gone.user)).toEqual(before);
      const cut = () => Promise.reject(new Error('cut off'));
      const { users } = app.services;
      await expect(erase(gone.user, due(), { before: cut })).rejects.toThrow('cut off');
      // From the first moment on nobody of it gets in, and it cannot be taken back any more.
      expect((await gone.user.call('GET', '/profile')).status).toBe(403);
      expect((await gone.user.call('DELETE', '/profile/deletion')).status).toBe(403);
      await expect(erase(gone.user, due(), { after: cut })).rejects.toThrow('cut off');
      expect(await findDueAccounts(users, due())).toEqual([gone.user.accountId]);
      const noForgetting = { ...users, signIns: users.signIns && { ...signInsOf(), deleteAccount: cut } };
      await expect(eraseAccount(noForgetting, gone.user.accountId, due())).rejects.toThrow('cut off');
      expect(await erase(gone.user)).toBe(false);
      expect(await rowsLeft(gone.user)).toEqual([]);
      expect(await findDueAccounts(users, due())).toEqual([gone.user.accountId]);
      expect(await erase(gone.user, forgotten())).toBe(true);
      expect(await erase(gone.user, forgotten())).toBe(true);
      expect(await rowsLeft(gone.user)).toEqual([]);
      expect(await findDueAccounts(users, forgotten())).toEqual([]);
      expect(await rowsLeft(stays.user)).toEqual(before);
      expect((await stays.user.call('GET', '/reviews')).status).toBe(200);
    });

    test('its authorizations are withdrawn at the platform', async () => {
      const { rows } = await app.services.db.pool.query<{ id: string }>(
        `select data->>'connectionId' as id from pgboss.job where name = 'connections.revoke'`,
      );
      expect(rows.map((row) => row.id)).toContain(gone.ids.connectionId);
      expect(rows.map((row) => row.id)).not.toContain(stays.ids.connectionId);
    });

    test('a page that still carries its widget gets an empty script and no error', async () => {
      const script = await app.request({ url: `/e/${gone.code}.js` });
      expect(script.status).toBe(200);
      expect(script.text).toBe('/* This widget does not exist. */');
      for (const form of ['', '.json'])
        expect((await app.request({ url: `/e/${gone.code}${form}` })).status).toBe(404);
      expect((await app.request({ url: `/e/${stays.code}` })).status).toBe(200);
    });

    test('the row that is kept says that an account was deleted, and not whose', async () => {
      const rows = await inSystem(app.services.db, (trx) =>
        trx.selectFrom('account_erasures').selectAll().execute(),
      );
      expect(rows).toMatchObject([{ erased_account: gone.user.accountId, pending: null }]);
      expect(JSON.stringify(rows)).not.toContain('gone');
      expect(app.logLines.join('')).not.toContain(gone.user.email);
    });

    test('the same person may sign up again, into an empty account', async () => {
      const again = await app.signIn(gone.user.email);
      expect(again.accountId).not.toBe(gone.user.accountId);
      expect((await again.call('GET', '/connections')).json).toMatchObject({ connections: [] });
    });

    test('two runs at once: when the faster one is cut off, the slower one completes the deletion', async () => {
      const twice = await app.signIn('twice@example.com');
      await app.services.db.pool.query(
        `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
         values ($1, $2, 'x', 'en', now(), now(), now())`,
        [twice.sub, twice.email],
      );
      await begin(twice);
      const cut = () => Promise.reject(new Error('cut off'));
      const overtaken = async () => {
        // The other run deletes the rows, and is cut off before it comes to the sign-in service.
        await expect(erase(twice, due(), { after: cut })).rejects.toThrow('cut off');
        return [];
      };
      await erase(twice, due(), { before: overtaken });
      expect(await rowsLeft(twice)).toEqual([]);
    });

    test('a token from before the deletion creates no new account as long as it can be valid', async () => {
      const late = await app.signIn('late@example.com');
      await begin(late);
      await erase(late);
      const again = () =>
        late.call('POST', '/users/adduser', { sub: late.sub, email: late.email, name: 'late' });
      expect((await again()).status).toBe(403);
      expect(await rowsLeft(late)).toEqual([]);
      await erase(late, forgotten());
      expect((await again()).status).toBe(200);
    });

    test('the job schedules a later run for what is left of the identity', async () => {
      const asked: unknown[] = [];
      const queue = {
        enqueue: async (...call: unknown[]) => {
          asked.push(call);
        },
      };
      const user = await app.signIn('job@example.com');
      await begin(user);
      await inSystem(app.services.db, (trx) =>
        trx
          .updateTable('accounts')
          .set({ deletion_scheduled_for: new Date() })
          .where('id', '=', user.accountId)
          .execute(),
      );
      const jobs = identityJobs({ ...app.services.users, queue });
      const job = jobs.find((one) => one.job.name === eraseJob.name);
      await job?.run({ accountId: user.accountId }, new AbortController().signal);
      expect(asked).toEqual([
        [
          eraseJob,
          { accountId: user.accountId },
          { key: `${user.accountId} later`, delaySeconds: identityRetentionSeconds },
        ],
      ]);
    });

    test('an account whose name has invisible characters can be deleted', async () => {
      const user = await app.signIn('unseen@example.com');
      await inSystem(app.services.db, (trx) =>
        trx
          .updateTable('accounts')
          .set({ name: 'Un\u200bseen\u2060' })
          .where('id', '=', user.accountId)
          .execute(),
      );
      expect((await begin(user, 'unseen')).status).toBe(200);
    });

    test('the rows of large tables go first and are told to nobody; a run that is cut off there is resumed', async () => {
      const large = await createTenantFixture(app, 'large');
      const { users, db } = app.services;
      await begin(large.user);
      const leftOf = async () => (await rowsLeft(large.user)).filter((table) => isBulk.has(table));
      const isBulk = new Set<string>(users.bulkTables.map(({ table }) => table));
      expect((await leftOf()).length).toBeGreaterThan(20);
      const journal = async () =>
        (
          await queryAsOwner(
            db,
            `select count(*) as count from erasure_journal, jsonb_array_elements(keys) key
              where key ->> 'account_id' = $1 and act = 'deleted'`,
            [large.user.accountId],
          )
        ).rows;
      const before = await journal();
      const stop = new AbortController();
      stop.abort();
      await expect(eraseAccount(users, large.user.accountId, due(), stop.signal)).rejects.toThrow(/abort/i);
      const cutOff = { ...users, bulkTables: [...users.bulkTables, { table: 'missing' as 'reviews' }] };
      await expect(eraseAccount(cutOff, large.user.accountId, due())).rejects.toThrow('missing');
      expect(await leftOf()).toEqual([]);
      expect(await rowsLeft(large.user)).toContain('snapshots');
      expect(await journal()).toEqual(before);
      expect(await erase(large.user)).toBe(false);
      expect(await rowsLeft(large.user)).toEqual([]);
      expect(await erase(large.user, forgotten())).toBe(true);
    });

    function signInsOf() {
      const { signIns } = app.services.users;
      if (signIns === null) throw new Error('Our own sign-in service was expected');
      return {
        list: (sub: string) => signIns.list(sub),
        end: (sub: string, id: string) => signIns.end(sub, id),
        endAll: (sub: string) => signIns.endAll(sub),
        deleteAccount: (sub: string) => signIns.deleteAccount(sub),
      };
    }
  });

  test('deletes the members who have no other account, and keeps the others', async () => {
    const owner = await app.signIn('host@example.com');
    const only = await addTeamMember(app, owner, 'only-here@example.com');
    const elsewhere = await app.signIn('elsewhere@example.com');
    await addTeamMember(app, owner, elsewhere.email);
    await begin(owner);
    await erase(owner);
    const { rows } = await queryAsOwner<{ id: string }>(
      app.services.db,
      'select id from users where id = any ($1)',
      [[owner.userId, only.userId, elsewhere.userId]],
    );
    expect(rows).toEqual([{ id: elsewhere.userId }]);
    const again = (user: TestUser) =>
      user.call('POST', '/users/adduser', { sub: user.sub, email: user.email, name: 'again' });
    expect((await again(only)).status).toBe(403);
    // The other account is the only one now, so that nothing has to be named.
    expect((await elsewhere.call('GET', '/profile')).json).toMatchObject({
      profile: { accountName: 'elsewhere' },
    });
    await erase(owner, forgotten());
  });

  test('a person who joins another account at the same moment is not deleted with the first one', async () => {
    const first = await app.signIn('left@example.com');
    const second = await app.signIn('right@example.com');
    const person = await addTeamMember(app, first, 'between@example.com');
    const invitation = await inviteAddress(second, person.email, { role: 'viewer', locationIds: null });
    await begin(first);
    const accept = () => app.callWith(person.token)('POST', `/invitations/${invitation}/accept`);
    const [joined] = await Promise.all([accept(), erase(first)]);
    const { rows } = await queryAsOwner(app.services.db, 'select id from users where id = $1', [
      person.userId,
    ]);
    // Whichever came first: the member is there, or the person is gone and the acceptance was refused.
    expect([joined.status, rows.length]).toEqual(rows.length === 1 ? [200, 1] : [403, 0]);
    await erase(first, forgotten());
  });
});
