/** Second factors as the API sees them: required of administrators, and shown to everybody. */
import { claims } from '@kindling/contract/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../config/settings.ts';
import { anyMode, queryAsOwner } from '../../testing/database.ts';
import { giveRole } from '../../testing/give-role.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createAuthenticate } from './authenticate.ts';
import { changeAddress } from './users.ts';

let app: TestApp;
let ann: TestUser;
beforeAll(async () => {
  app = await startTestApp(anyMode, { settings: { KINDLING_ADMIN_SECOND_FACTOR: 'required' } });
  ann = await app.signIn('ann@example.com');
  await giveRole(app.services.db, ann.email, 'Super Admin');
});
afterAll(() => app.close());

const withMethods = (user: TestUser, methods: unknown) =>
  app.issuer.sign(user, { payload: { [claims.methods]: methods } });

async function userOf(user: TestUser, token: string) {
  const body = { useremail: user.email, userToken: token };
  const answer = await app.callWith(token)('POST', '/users/getuserbyemail', body);
  return (answer.json as { user: { role: string; secondFactorMissing: boolean } }).user;
}

describe('an administrator, where a second factor is required', () => {
  const enter = async (token: string) => {
    const { db, settings, tokenKeys } = app.services;
    const authenticate = createAuthenticate(db, settings.auth, tokenKeys.find);
    return authenticate({ authorization: `Bearer ${token}`, account: undefined }, 'admin').then(
      () => 'let in',
      (error: { code: string }) => error.code,
    );
  };

  test.each<[string, unknown, string]>([
    ['no word about it', undefined, 'second-factor-required'],
    ['a password', ['pwd'], 'second-factor-required'],
    ['a code without the word for two factors', ['pwd', 'otp'], 'second-factor-required'],
    ['a code after the password', ['pwd', 'otp', 'mfa'], 'let in'],
    ['a passkey', ['pop', 'mfa'], 'let in'],
    ['a text in place of a list', 'mfa', 'unauthenticated'],
  ])('with %s in the token: %s is %s', async (_what, methods, outcome) => {
    expect(await enter(await withMethods(ann, methods))).toBe(outcome);
  });

  test('is told so by the user record, and nobody else is', async () => {
    expect(await userOf(ann, ann.token)).toMatchObject({ role: 'Super Admin', secondFactorMissing: true });
    const token = await withMethods(ann, ['pop', 'mfa']);
    expect(await userOf(ann, token)).toMatchObject({ secondFactorMissing: false });
    const bob = await app.signIn('bob@example.com');
    expect(await userOf(bob, bob.token)).toMatchObject({ role: 'Regular', secondFactorMissing: false });
    expect(await enter(await withMethods(bob, ['mfa']))).toBe('forbidden');
  });

  test('is asked for one by default on a public address, and not on the operator’s own machine', () => {
    const read = (environment: Record<string, string>) =>
      readSettings({
        KINDLING_SECRET: 'a secret of the tests that is long enough',
        SMTP_URL: 'smtp://127.0.0.1:1',
        ...environment,
      }).auth.adminNeedsSecondFactor;
    const open = { PUBLIC_URL: 'https://reviews.example.com', IDENTITY_URL: 'https://id.example.com' };
    expect(read(open)).toBe(true);
    expect(read({ ...open, KINDLING_ADMIN_SECOND_FACTOR: 'optional' })).toBe(false);
    expect(read({})).toBe(false);
    expect(read({ KINDLING_ADMIN_SECOND_FACTOR: 'required' })).toBe(true);
    expect(() => read({ KINDLING_ADMIN_SECOND_FACTOR: 'yes' })).toThrow('KINDLING_ADMIN_SECOND_FACTOR');
  });
});

async function addFactors(user: TestUser): Promise<void> {
  await queryAsOwner(
    app.services.db,
    `with person as (
       insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
       values ($1, $2, 'a hash', 'de', now(), now(), now())),
     session as (
       insert into identity.record (model, id, sealed, uid, account_id) values ('Session', $3, '', $1, $1))
     select 1`,
    [user.sub, user.email, Buffer.from(user.sub)],
  );
  await queryAsOwner(
    app.services.db,
    `with keys as (
       insert into identity.passkey (id, sub, public_key, counter, transports, name, created_at)
       values ('key of ' || $1, $1, '', 0, '{}', 'Firefox', now())),
     apps as (
       insert into identity.authenticator_app (sub, secret_sealed, last_step, created_at) values ($1, '', 0, now()))
     insert into identity.recovery_code (sub, code_hash) values ($1, 'one'), ($1, 'two')`,
    [user.sub],
  );
}

test('everybody sees their own factors, also without an account', async () => {
  const cleo = await app.signIn('cleo@example.com');
  const none = { passkeys: 0, authenticatorApp: false, recoveryCodes: 0 };
  expect((await cleo.call('GET', '/profile/sign-in-security')).json).toEqual(none);
  await addFactors(cleo);
  const all = { passkeys: 1, authenticatorApp: true, recoveryCodes: 2 };
  expect((await cleo.call('GET', '/profile/sign-in-security')).json).toEqual(all);
  expect((await ann.call('GET', '/profile/sign-in-security')).json).toEqual(none);
  await queryAsOwner(app.services.db, 'delete from memberships where user_id = $1', [cleo.userId]);
  expect((await cleo.call('GET', '/profile/sign-in-security')).json).toEqual(all);
});

test('an address that the sign-in service changed is ours at once, unless another person has it here', async () => {
  const { db, settings } = app.services;
  const { issuer } = settings.auth;
  const dora = await app.signIn('dora@example.com');
  const eve = await app.signIn('eve@example.com');
  const addressOf = async (user: TestUser) =>
    (await queryAsOwner<{ email: string }>(db, 'select email from users where id = $1', [user.userId]))
      .rows[0]?.email;
  await changeAddress(db, { issuer, sub: dora.sub }, 'dora@example.org');
  expect(await addressOf(dora)).toBe('dora@example.org');
  await changeAddress(db, { issuer, sub: dora.sub }, eve.email);
  expect(await addressOf(dora)).toBe('dora@example.org');
  // Eve moves on, and Dora's next sign-in gets the address.
  await changeAddress(db, { issuer, sub: eve.sub }, 'eve@example.org');
  const moved = { ...dora, email: 'eve@example.com' };
  const token = await app.issuer.sign(moved);
  const body = { useremail: moved.email, userToken: token };
  expect((await app.callWith(token)('POST', '/users/savelogin', body)).json).toEqual({
    data: { status: true },
  });
  expect(await addressOf(dora)).toBe('eve@example.com');
});

test('a token with an earlier address is refused and brings that address back to nobody', async () => {
  const { db, settings } = app.services;
  const fay = await app.signIn('fay@example.com');
  const early = await app.issuer.sign(fay, { payload: { iat: Math.floor(Date.now() / 1000) - 5 } });
  const before = app.callWith(early);
  const body = { useremail: fay.email, userToken: early };
  expect((await before('POST', '/users/savelogin', body)).status).toBe(200);
  await changeAddress(db, { issuer: settings.auth.issuer, sub: fay.sub }, 'fay@example.org');
  expect((await before('POST', '/users/savelogin', body)).status).toBe(401);
  expect((await before('GET', '/invitations')).status).toBe(401);
  const { rows } = await queryAsOwner<{ email: string }>(db, 'select email from users where id = $1', [
    fay.userId,
  ]);
  expect(rows).toEqual([{ email: 'fay@example.org' }]);
});
