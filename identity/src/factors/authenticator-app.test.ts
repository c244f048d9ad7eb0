import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { databaseKinds, startDatabase } from '../testing/database.ts';
import {
  AuthenticatorApps,
  appUri,
  newAppSecret,
  resealAuthenticatorApps,
  stepOfCode,
} from './authenticator-app.ts';
import { canonicalCode, RecoveryCodes } from './recovery-codes.ts';

/** RFC 6238, appendix B, SHA-1: the last 6 of its 8 digits. */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

it.each(vectors)(
  'the code at %d seconds is that of RFC 6238, and counts one step before and after',
  (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const at = (offset: number) => new Date((seconds + offset) * 1000);
    for (const offset of [-30, 0, 30]) expect(stepOfCode(secret, code, at(offset))).toBe(step);
    for (const offset of [-60, 60]) expect(stepOfCode(secret, code, at(offset))).toBeNull();
  },
);

it.each(['28708', '2870822', '28708a', '２８７０８２', ''])('%j is no code', (code) => {
  expect(stepOfCode(secret, code, new Date(59_000))).toBeNull();
});

it('a new secret has 160 bits, and its address names product and person', () => {
  const [one, two] = [newAppSecret(), newAppSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  expect(appUri(one, 'Kindling & Co', 'ann+1@example.com')).toBe(
    `otpauth://totp/Kindling%20%26%20Co:ann%2B1%40example.com?issuer=Kindling%20%26%20Co&secret=${one}&algorithm=SHA1&digits=6&period=30`,
  );
});

it.each([
  ['7k2mq-x9d4t', '7k2mqx9d4t'],
  [' 7K2MQ X9D4T ', '7k2mqx9d4t'],
  ['OIL00–00000', '0110000000'],
  ['7k2mq-x9d4', null],
  ['7k2mq-x9d4u', null],
])('a recovery code typed as %j is read as %j', (typed, code) => {
  expect(canonicalCode(typed)).toBe(code);
});

it('the app and the recovery codes of a person outlive a change of the secret', async () => {
  const [kind = 'embedded'] = databaseKinds();
  const database = await startDatabase(kind);
  try {
    const { pool } = database;
    const sub = 'local|ann';
    await pool.query(
      `INSERT INTO identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
       VALUES ($1, 'ann@example.com', 'x', 'en', now(), now(), now())`,
      [sub],
    );
    const [former, newest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const at = new Date(1_234_567_890_000);
    await new AuthenticatorApps(pool, [former], () => at).add(sub, secret, 0);
    const [code = '', other = ''] = await new RecoveryCodes(pool, [former]).replace(sub);
    const rotated = new AuthenticatorApps(pool, [newest, former], () => at);
    expect(await rotated.accept(sub, '005924')).toBe(true);
    expect(await new RecoveryCodes(pool, [newest, former]).accept(sub, code)).toBe(9);
    expect(await resealAuthenticatorApps(pool, [newest, former])).toEqual({ resealed: 1, unreadable: 0 });
    expect(await resealAuthenticatorApps(pool, [newest, former])).toEqual({ resealed: 0, unreadable: 0 });
    expect(await resealAuthenticatorApps(pool, [former])).toEqual({ resealed: 0, unreadable: 1 });
    const later = new Date(2_000_000_000_000);
    expect(await new AuthenticatorApps(pool, [newest], () => later).accept(sub, '279037')).toBe(true);
    // A hash cannot be made anew, so codes of a secret that is gone count no more.
    expect(await new RecoveryCodes(pool, [newest]).accept(sub, other)).toBeNull();
  } finally {
    await database.stop();
  }
});
