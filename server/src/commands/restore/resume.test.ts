/** A restore that is cut off goes on where it was, and ends as one that nothing interrupted. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { journalFile, makeBackup, readWholeJournal } from '../../features/backups/index.ts';
import { createEmbed } from '../../features/embeds/embeds.ts';
import { publishEmbed } from '../../features/embeds/publish.ts';
import { eraseAgain } from '../../features/identity/index.ts';
import { createLog } from '../../lib/log.ts';
import { anyMode, createTestDatabase, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { restoreBackup } from './restore-backup.ts';

vi.setConfig({ hookTimeout: 240_000, testTimeout: 240_000 });

const log = createLog('silent');

let app: TestApp;
let folder: string;
let journal: string;
let file: string;
let keeper: TestUser;
let person: TestUser;
let closed: TestUser;
let connectionId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-resume-'));
  journal = path.join(folder, 'journal');
  app = await startTestApp(anyMode, {
    settings: {
      KINDLING_ERASURE_JOURNAL: path.join(folder, 'none', 'journal'),
      // The restored program deletes what this platform did not confirm in time.
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  keeper = await app.signIn('keeper@example.com');
  person = await app.signIn('person@example.com');
  closed = await app.signIn('closed@example.com');
  for (const user of [keeper, person, closed]) await addSignIn(user);
  connectionId = (await addExpiredContent()).connectionId;
  const { db, box, settings } = app.services;
  ({ file } = await makeBackup({
    db,
    settings,
    box,
    log,
    target: { file: path.join(folder, 'one.backup') },
  }));
  await eraseAfterwards();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function addSignIn({ sub, email }: TestUser): Promise<unknown> {
  return queryAsOwner(
    app.services.db,
    `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
     values ($1, $2, 'hash', 'en', now(), now(), now())`,
    [sub, email],
  );
}

/** A review that an embed shows, whose text may be stored no longer; a connection of another account. */
async function addExpiredContent() {
  const { listings } = await connectListings(app, keeper);
  const [listing] = listings;
  if (listing === undefined) throw new Error('A listing was expected');
  await addReviews(app, keeper, listing, [aReview({ text: 'stale words' })]);
  const embed = await createEmbed(app.services.embeds, keeper, {
    kind: 'widget',
    name: 'widget',
    settings: embedSettingsSchema.parse({}),
  });
  await publishEmbed(app.services.embeds, keeper, embed.id);
  await inTenant(app.services.db, keeper.accountId, async (trx) => {
    await sql`update reviews set confirmed_at = now() - interval '40 days'`.execute(trx);
    await sql`update listings set last_full_pass_at = now() - interval '31 days'`.execute(trx);
  });
  return connectListings(app, person);
}

/** What is in the journal, and not in the backup. */
async function eraseAfterwards(): Promise<void> {
  const { db, box, users } = app.services;
  await inSystem(db, (trx) => trx.deleteFrom('users').where('id', '=', person.userId).execute());
  await inTenant(db, person.accountId, (trx) =>
    trx.updateTable('connections').set({ status: 'disconnected' }).where('id', '=', connectionId).execute(),
  );
  await eraseAgain(users, closed.accountId);
  await writeFile(journal, journalFile(await readWholeJournal(db, new Date(Date.now() + 2000)), box).text);
}

function restoreInto(target: TestDatabase, change: (db: Database) => Database) {
  return restoreBackup({
    settings: app.services.settings,
    log,
    file,
    journal,
    withoutJournal: false,
    oldJournal: false,
    damagedJournal: false,
    expired: false,
    open: async () => change(await openDatabase(target.options)),
    folders: {
      web: path.join(app.dataFolder, 'web'),
      guest: path.join(app.dataFolder, 'guest'),
      maps: path.join(app.dataFolder, 'maps'),
    },
  });
}

class CutOff extends Error {}

/** A database that is gone as soon as somebody says this. */
function cutOffAt(words: RegExp): (db: Database) => Database {
  return (db) => {
    const { pool } = db;
    const check = (query: unknown) => {
      const text = typeof query === 'string' ? query : (query as { text?: string }).text;
      if (text !== undefined && words.test(text)) throw new CutOff(text);
    };
    const refusing = <T extends object>(target: T, connect?: () => Promise<unknown>): T =>
      new Proxy(target, {
        get(one, name) {
          if (name === 'connect' && connect !== undefined) return connect;
          const value: unknown = Reflect.get(one, name, one);
          if (typeof value !== 'function') return value;
          if (name !== 'query') return value.bind(one);
          return async (...words: unknown[]) => {
            check(words[0]);
            return Reflect.apply(value, one, words) as unknown;
          };
        },
      });
    const write: Database['copy']['write'] = async (client, into, rows) => {
      check(`copy ${into}`);
      await db.copy.write(client, into, rows);
    };
    return openedWith(
      db,
      refusing(pool, async () => refusing(await pool.connect())),
      write,
    );
  };
}

function openedWith(db: Database, pool: Database['pool'], write: Database['copy']['write']): Database {
  return { ...db, pool, copy: { ...db.copy, write } };
}

/** Everything that is in the database, without the times and ids of what the restore itself notes. */
async function contentOf(target: TestDatabase) {
  const db = await openDatabase(target.options);
  try {
    const rows = async (query: string) =>
      (await inSystem(db, (trx) => sql<Record<string, unknown>>`${sql.raw(query)}`.execute(trx))).rows;
    return {
      people: await rows('select id, email from users order by id'),
      accounts: await rows('select id from accounts order by id'),
      signIns: (await queryAsOwner(db, 'select sub from identity.account order by sub')).rows,
      connections: await rows('select id, status, sealed_tokens from connections order by id'),
      reviews: await rows('select id, text, author_name, wiped_at is null as kept from reviews order by id'),
      erasures: await rows('select id from erasure_journal order by id'),
      open: await rows('select backup_id from restores where finished_at is null'),
      stale: await rows(`select 1 from snapshots s where row(s.*)::text like '%stale words%'`),
    };
  } finally {
    await db.close();
  }
}

test('a restore that is cut off at any of its steps, and repeated, ends as one that nothing interrupted', async () => {
  const whole = await createTestDatabase(anyMode, { empty: true });
  const interrupted = await createTestDatabase(anyMode, { empty: true });
  await whole.db.close();
  await interrupted.db.close();
  try {
    await restoreInto(whole, (db) => db);
    const expected = await contentOf(whole);
    expect(expected.people.map(({ id }) => id)).toEqual([keeper.userId]);
    expect(expected.signIns).toEqual([{ sub: keeper.sub }]);
    expect(expected.reviews).toEqual([expect.objectContaining({ text: null, kept: false })]);
    expect(expected.open).toEqual([]);
    expect(expected.stale).toEqual([]);
    for (const words of [
      /^copy "public"\."reviews"/,
      /delete from "accounts"/,
      /delete from identity\.account/,
      /insert into "erasure_journal"/,
      /from "embeds"/,
      /set "finished_at"/,
    ])
      await expect(restoreInto(interrupted, cutOffAt(words)), String(words)).rejects.toThrow(CutOff);
    await restoreInto(interrupted, (db) => db);
    const found = await contentOf(interrupted);
    // Erasing again is noted again, once for each attempt that got there.
    const journaled = new Set(found.erasures.map(({ id }) => id));
    expect(expected.erasures.length).toBeGreaterThan(0);
    expect(found).toEqual({ ...expected, erasures: found.erasures });
    const { erasures } = await readWholeJournal(app.services.db, new Date());
    expect(erasures.filter(({ id }) => !journaled.has(id))).toEqual([]);
  } finally {
    await whole.close();
    await interrupted.close();
  }
});
