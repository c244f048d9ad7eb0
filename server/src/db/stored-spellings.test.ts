/** Migration 0054, which renames stored words to American spellings, on a database with rows of an older version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../lib/ids.ts';
import { databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { createOlderDatabase, rowOfAccount, rowsOfRun, runStatements } from '../testing/older-database.ts';
import { migrate } from './migrate.ts';

const errorCodes = [
  { id: newId(), before: 'platform-reauthorise', after: 'platform-reauthorize' },
  { id: newId(), before: 'platform-broken', after: 'platform-unexpected-answer' },
  { id: newId(), before: 'pages-repeat', after: 'page-repeated' },
  { id: newId(), before: 'counts-differ', after: 'counts-differ' },
];
const deletions = [
  { id: newId(), before: 'deletion-begun', after: 'deletion-scheduled' },
  { id: newId(), before: 'deletion-taken-back', after: 'deletion-canceled' },
];
const spelledId = newId();

const rowsWithSpellings = [
  ...rowsOfRun('active', 'platform-reauthorise'),
  `update connections set status = 'needs_reauthorisation' where id = $1`,
  `update accounts set deletion_scheduled_for = now() where id = $1`,
  `update accounts set deletion_scheduled_for = null where id = $1`,
  `insert into reviews (account_id, id, listing_id, location_id, source, external_id, author_name, written_at, content_hash)
    values ($1, $1, $1, $1, 'google', 'x', 'A', now(), '')`,
  `insert into replies (account_id, review_id, state, reason) values ($1, $1, 'failed', 'platform-reauthorise')`,
  `insert into imports (account_id, id, created_by, files, state) values ($1, $1, $1, '[]', 'cancelled')`,
  `insert into audit_entries (account_id, id, actor, action, target)
    values ($1, $1, 'system', 'connection.deauthorised', $1)`,
];

const spelledWords = `
  select (select status || ' ' || reason from connections where account_id = $1) as connection,
         (select error_code from sync_runs where account_id = $1) as run,
         (select reason from replies where account_id = $1) as reply,
         (select state from imports where account_id = $1) as import,
         (select action from audit_entries where account_id = $1) as entry,
         (select string_agg(name || coalesce(' ' || (data ->> 'status'), ''), ', ' order by id)
            from domain_events where account_id = $1 and name ~ '^(connection|account)[.]') as events`;

const spelled = (authorize: string, canceled: string) => ({
  connection: `needs_re${authorize}ation platform-re${authorize}e`,
  run: `platform-re${authorize}e`,
  reply: `platform-re${authorize}e`,
  import: canceled,
  entry: `connection.de${authorize}ed`,
  events: `account.created, connection.trouble needs_re${authorize}ation, account.deletion-scheduled, account.deletion-${canceled}`,
});

describe.each(databaseModes)('spellings that an older version stored, %s', (mode) => {
  let database: TestDatabase;
  let spelledBefore: unknown;
  const run = (id: string, ...statements: string[]) => runStatements(database, id, ...statements);

  beforeAll(async () => {
    database = await createOlderDatabase(mode, '0054');
    for (const { id, before } of errorCodes) await run(id, ...rowsOfRun('active', before));
    for (const { id, before } of deletions)
      await run(
        id,
        rowOfAccount,
        `insert into audit_entries (account_id, id, actor, action, target)
          values ($1, $1, 'system', 'account.${before}', $1)`,
        `insert into emails (id, account_id, recipient, template, locale, sealed, created_at, next_try_at, give_up_at)
          values ($1, $1, 'ann@example.com', 'account-${before}', 'en', 'x', now(), now(), now())`,
      );
    spelledBefore = await run(spelledId, ...rowsWithSpellings, spelledWords);

    await migrate(database.db, { log: silentLog });
  });
  afterAll(() => database.close());

  test.each(errorCodes)('the error code $before becomes $after', async ({ id, after }) => {
    const text = `select c.reason, r.error_code from connections c join sync_runs r using (account_id) where account_id = $1`;
    expect(await run(id, text)).toEqual([{ reason: after, error_code: after }]);
  });

  test.each(deletions)('the audit entry and the mail of $before become those of $after', async (one) => {
    const text = `select a.action, e.template from audit_entries a join emails e using (account_id) where account_id = $1`;
    expect(await run(one.id, text)).toEqual([
      { action: `account.${one.after}`, template: `account-${one.after}` },
    ]);
  });

  test('rows with British spellings get the American ones, and store no event about it', async () => {
    expect(spelledBefore).toEqual([spelled('authoris', 'cancelled')]);
    expect(await run(spelledId, spelledWords)).toEqual([spelled('authoriz', 'canceled')]);
    // Later changes are stored in the new spelling too.
    const [words] = await run(
      spelledId,
      `update connections set status = 'active' where account_id = $1`,
      `update connections set status = 'needs_reauthorization' where account_id = $1`,
      `update accounts set deletion_scheduled_for = now() where id = $1`,
      `update accounts set deletion_scheduled_for = null where id = $1`,
      spelledWords,
    );
    expect(words?.events?.split(', ').slice(4)).toEqual([
      'connection.mended active',
      'connection.trouble needs_reauthorization',
      'account.deletion-scheduled',
      'account.deletion-canceled',
    ]);
  });
});
