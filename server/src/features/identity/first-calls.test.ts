/** Two first calls of one person on PostgreSQL; the embedded database has one session, so its calls follow each other. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../../testing/database.ts';
import { findOrCreatePerson } from './users.ts';

const bearer = {
  issuer: 'https://id.example.com/',
  sub: 'sub-new',
  email: 'new@example.com',
  emailVerified: true,
  token: 'token',
  issuedAt: Math.floor(Date.now() / 1000),
  signedInAt: null,
  secondFactor: false,
  sessionId: null,
};

/** Runs `work` once, after the statement number `after` (from 1) of a transaction. */
function runAfter(after: number, work: () => Promise<unknown>): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      if (statements === after) await work();
      return result;
    },
  };
}

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('two first calls, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  test.each([1, 2])('find the same person when the other call ends after statement %i', async (after) => {
    const who = { ...bearer, sub: `sub-${after}`, email: `new-${after}@example.com` };
    const create = () => inSystem(database.db, (trx) => findOrCreatePerson(trx, who, {}));
    const others: Awaited<ReturnType<typeof create>>[] = [];
    const meeting = runAfter(after, async () => others.push(await create()));
    const found = await inSystem(database.db, (trx) => findOrCreatePerson(trx.withPlugin(meeting), who, {}));
    expect(found.isNew).toBe(false);
    expect(others).toEqual([{ person: found.person, isNew: true }]);
  });
});
