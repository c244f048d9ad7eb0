/** Tests the number of statements: data that embeds share must not be read once per embed. */
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

/** Records all statements from now on. */
function recordStatements(): void {
  statements = [];
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    statements.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
    return Reflect.apply(query, this, args);
  });
}
const naming = (table: string) => statements.filter((text) => text.includes(`from "${table}"`)).length;

test('a refresh reads the data of the account once per batch of 20 embeds', async () => {
  recordStatements();
  await refreshEmbeds(app.services.embeds, user.accountId);
  expect(statements.filter((text) => text.includes('insert into "snapshots"'))).toHaveLength(count);
  for (const table of ['review_days', 'businesses', 'locations', 'tags'])
    expect.soft(naming(table), table).toBeLessThanOrEqual(2);
  // Once for the law that applies and once for the plan.
  expect.soft(naming('accounts'), 'accounts').toBeLessThanOrEqual(4);
  // Per embed: its reviews, its hidden reviews, and its snapshot. The rest is what embeds share, and less than one per embed more.
  expect(statements.length).toBeLessThan(4 * count + 16);
});

test('a list of embeds reads no snapshot', async () => {
  recordStatements();
  const { json } = await user.call('GET', '/embeds?kind=widget');
  expect((json as { embeds: Embed[] }).embeds).toHaveLength(count);
  expect(statements.filter((text) => text.includes('snapshots'))).toEqual([]);
  expect(naming('embeds')).toBe(1);
});

test('audit entries contain the id of their request', async () => {
  const answer = await user.call('POST', '/embeds', { kind: 'widget', name: 'Trail' });
  const { id } = (answer.json as { embed: Embed }).embed;
  const entries = await inTenant(app.services.db, user.accountId, (trx) =>
    trx.selectFrom('audit_entries').select(['action', 'request_id', 'target']).execute(),
  );
  expect(entries.find(({ target }) => target === id)?.request_id).toBe(answer.headers['x-request-id']);
  expect(entries.find(({ action }) => action === 'account.created')?.request_id).toEqual(expect.any(String));
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
});
