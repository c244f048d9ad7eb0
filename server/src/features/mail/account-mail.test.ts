/** Who gets a mail about an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { createTestDatabase, featureModes, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { sampleInstallation } from '../../testing/mail-samples.ts';
import type { MailDeps } from './deps.ts';
import { type AccountMailContent, type AccountMailOptions, queueAccountMail } from './queue-mail.ts';

const ended: AccountMailContent = { kind: 'plan-ended', accountName: 'Shop', deletionOn: '2027-03-04' };

describe.each(featureModes)('a mail about an account, %s', (mode) => {
  let database: TestDatabase;
  let deps: MailDeps;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase(mode);
    deps = {
      ...sampleInstallation,
      db: database.db,
      queue: { enqueue: async () => undefined },
      box: createSecretBox(['a secret of the tests that is long enough'], 'tests'),
      alertKeys: [Buffer.alloc(32)],
      log: createLog('silent'),
    };
    await addAccount();
  });
  afterAll(() => database.close());
  beforeEach(() => queryAsOwner(database.db, 'delete from emails'));

  async function addAccount(): Promise<void> {
    accountId = newId();
    await queryAsOwner(
      database.db,
      `insert into accounts (id, name, trial_ends_at) values ($1, 'Shop', now())`,
      [accountId],
    );
    for (const [role, at] of [
      ['owner', 1],
      ['owner', 2],
      ['manager', 3],
      ['viewer', 4],
    ] as const) {
      const userId = newId();
      await queryAsOwner(
        database.db,
        `insert into users (id, issuer, sub, email, first_name, last_name, display_name)
         values ($1::uuid, 'https://id.example/', $1::text, $2, '', '', '')`,
        [userId, `${role}-${at}@example.com`],
      );
      await queryAsOwner(
        database.db,
        'insert into memberships (account_id, user_id, role) values ($1, $2, $3)',
        [accountId, userId, role],
      );
    }
  }

  async function recipientsAfter(options?: AccountMailOptions): Promise<string[]> {
    await inSystem(database.db, (trx) => queueAccountMail(deps, trx, accountId, () => ended, options));
    const { rows } = await queryAsOwner<{ recipient: string }>(
      database.db,
      'select recipient from emails order by recipient',
    );
    return rows.map(({ recipient }) => recipient);
  }

  test('goes to all members, or to those with the named roles', async () => {
    expect(await recipientsAfter()).toHaveLength(4);
    await queryAsOwner(database.db, 'delete from emails');
    expect(await recipientsAfter({ roles: ['owner'] })).toEqual([
      'owner-1@example.com',
      'owner-2@example.com',
    ]);
  });

  test('goes to each once, when its key is repeated', async () => {
    const options = { roles: ['owner'], messageKey: 'plan ended' } as const;
    await recipientsAfter(options);
    expect(await recipientsAfter(options)).toHaveLength(2);
    expect(await recipientsAfter({ ...options, messageKey: 'another' })).toHaveLength(4);
  });
});
