/** How often the database is asked: work that grows with the number of embeds must not grow with what they share. */
import type { Embed } from '@kindling/contract/embeds';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { databaseModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from './publish.ts';

const count = 24;
const [mode = 'embedded'] = databaseModes.toReversed();
let app: TestApp;
let user: TestUser;
let statements: string[] = [];

beforeAll(async () => {
  app = await startTestApp(mode);
  user = await app.signIn('counts@example.com');
  for (let index = 0; index < count; index += 1) {
    const { json } = await user.call('POST', '/embeds', { kind: 'widget', name: `W${index}` });
    await user.call('POST', `/embeds/${(json as { embed: Embed }).embed.id}/publish`);
  }
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Notes what is sent to the database from now on, whoever asks. */
function listen(): void {
  statements = [];
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    statements.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
    return Reflect.apply(query, this, args);
  });
}
const naming = (table: string) => statements.filter((text) => text.includes(`from "${table}"`)).length;

test('a refresh reads the facts of the account once for twenty embeds', async () => {
  listen();
  await refreshEmbeds(app.services.embeds, user.accountId);
  expect(statements.filter((text) => text.includes('insert into "snapshots"'))).toHaveLength(count);
  for (const table of ['review_days', 'accounts', 'businesses', 'locations'])
    expect.soft(naming(table), table).toBeLessThanOrEqual(2);
  // Reviews, those that are hidden, and the snapshot; the rest is for all of them.
  expect(statements.length).toBeLessThan(3 * count + 25);
});

test('a list of names reads no snapshot', async () => {
  listen();
  const { json } = await user.call('GET', '/embeds?kind=widget');
  expect((json as { embeds: Embed[] }).embeds).toHaveLength(count);
  expect(statements.filter((text) => text.includes('snapshots'))).toEqual([]);
  expect(naming('embeds')).toBe(1);
});

test('what is written into the trail of the account names its request', async () => {
  const answer = await user.call('POST', '/embeds', { kind: 'widget', name: 'Trail' });
  const { id } = (answer.json as { embed: Embed }).embed;
  const entries = await inTenant(app.services.db, user.accountId, (trx) =>
    trx.selectFrom('audit_entries').select(['action', 'request_id', 'target']).execute(),
  );
  expect(entries.find(({ target }) => target === id)?.request_id).toBe(answer.headers['x-request-id']);
  expect(entries.find(({ action }) => action === 'account.created')?.request_id).toEqual(expect.any(String));
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
});
