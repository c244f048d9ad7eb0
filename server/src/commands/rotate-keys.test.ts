import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings, type Settings } from '../config/settings.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { revokeGrantJob, sealContext } from '../features/connections/index.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { createSignInService } from '../sign-in-service.ts';
import { databaseModes } from '../testing/database.ts';
import { connectListings } from '../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { exitCodes } from './command-result.ts';
import { rotateKeys } from './rotate-keys.ts';
import { sealedByIdentity, sealedColumns } from './sealed-columns.ts';

vi.setConfig({ hookTimeout: 240_000 });

const oldSecret = 'a secret of the tests that is long enough';
const newSecret = 'another secret of the tests, long enough';

test('every sealed column of the schema is encrypted again', async () => {
  const migrations = fileURLToPath(new URL('../db/migrations/', import.meta.url));
  const identity = fileURLToPath(new URL('../../../identity/src/migrations.ts', import.meta.url));
  const texts = await Promise.all(
    [...(await readdir(migrations)).map((name) => `${migrations}${name}`), identity].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  const named = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^\s*(?:add column )?(\w*sealed\w*)\s+(?:text|bytea)/gim)].map(([, name]) => name),
    ),
  );
  // Records of sessions are sealed by the sign-in service and end with the secret.
  named.delete('sealed');
  const known = [
    ...sealedColumns.map(({ value }) => value),
    ...sealedByIdentity.map((name) => name.split('.').at(-1)),
  ];
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  expect(known).toContain('sealed');
});

test('every place that encrypts a stored value has its context in the list', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const files = (await readdir(root, { recursive: true })).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !/^(testing|commands|lib)\//.test(name),
  );
  const sealing: string[] = [];
  for (const file of files)
    if (/\bbox\.seal\(/.test(await readFile(`${root}${file}`, 'utf8'))) sealing.push(file);
  expect(sealing.sort()).toEqual([
    // A line in the journal and the check in a backup open with earlier secrets, too, and live for 45 days at most.
    'features/backups/journal-lines.ts',
    'features/backups/make-backup.ts',
    'features/connections/authorize.ts',
    'features/connections/tokens.ts',
    'features/mail/stored-mail.ts',
    // Files of minutes.
    'features/submissions/entry-queue.ts',
  ]);
});

describe.each(databaseModes)('rotate-keys, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let settings: Settings;
  let mails: number;

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('ann@example.com');
    await connectListings(app, user);
    const { services } = app;
    const { sealed_tokens: sealed, id } = await inTenant(services.db, user.accountId, (trx) =>
      trx.selectFrom('connections').select(['id', 'sealed_tokens']).executeTakeFirstOrThrow(),
    );
    await services.queue.enqueue(
      revokeGrantJob,
      {
        platform: 'google',
        connectionId: id,
        externalId: 'x',
        sealed,
        context: sealContext(user.accountId, id),
      },
      { key: 'x' },
    );
    await (await createSignInService(services, services.mail)).settle();
    for (let n = 0; n < 5; n += 1) await insertMail(n);
    mails = await inSystem(services.db, async (trx) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from emails where sealed is not null`.execute(trx);
      return rows[0]?.count ?? 0;
    });
    settings = withSecrets(newSecret, [oldSecret]);
  });
  afterAll(() => app.close());

  async function insertMail(n: number): Promise<void> {
    const id = `00000000-0000-4000-8000-00000000000${n}`;
    await inSystem(app.services.db, (trx) =>
      sql`insert into emails (id, recipient, template, locale, sealed, created_at, next_try_at, give_up_at)
          values (${id}, 'a@example.com', 'admin-test', 'en', ${app.services.box.seal('mail', `mail:${id}`)}, now(), now(), now())`.execute(
        trx,
      ),
    );
  }

  function withSecrets(secret: string, oldSecrets: string[]): Settings {
    const { auth } = readSettings({ KINDLING_SECRET: oldSecret, SMTP_URL: 'smtp://127.0.0.1:1' });
    return { ...app.services.settings, auth, secret, oldSecrets };
  }

  test('says what no given secret opens, and changes nothing of it', async () => {
    const { exitCode, json } = await rotateKeys({
      db: app.services.db,
      settings: withSecrets(newSecret, []),
    });
    expect(exitCode).toBe(exitCodes.key);
    expect(json.left).toBe(mails + 3);
    expect(json.oldSecretsCanBeRemoved).toBe(false);
  });

  test('encrypts everything with the newest secret, in batches, and nothing twice', async () => {
    const first = await rotateKeys({ db: app.services.db, settings }, 2);
    expect(first.json).toMatchObject({
      left: 0,
      columns: [
        { column: 'public.connections', rotated: 1, unreadable: 0 },
        { column: 'public.emails', rotated: mails, unreadable: 0 },
        { column: 'public.oauth_states', rotated: 0, unreadable: 0 },
        { column: 'pgboss.job', rotated: 1, unreadable: 0 },
        { column: 'identity.signing_key.private_sealed', rotated: 1, unreadable: 0 },
        { column: 'identity.authenticator_app.secret_sealed', rotated: 0, unreadable: 0 },
      ],
    });
    const second = await rotateKeys({ db: app.services.db, settings: withSecrets(newSecret, []) });
    expect(second.json).toMatchObject({ left: 0 });
    expect(JSON.stringify(second.json)).not.toMatch(/"rotated":[1-9]/);
    const { id, sealed_tokens: sealed } = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('connections').select(['id', 'sealed_tokens']).executeTakeFirstOrThrow(),
    );
    const box = createSecretBox([newSecret], 'stored-secrets');
    expect(JSON.parse(box.open(sealed, sealContext(user.accountId, id)))).toHaveProperty('accessToken');
    const shared = { ...app.services, settings: withSecrets(newSecret, []) };
    await expect(createSignInService(shared, shared.mail)).resolves.toBeDefined();
    await expect(
      createSignInService({ ...shared, settings: withSecrets(oldSecret, []) }, shared.mail),
    ).rejects.toThrow('does not open');
  });
});
