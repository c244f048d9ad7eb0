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
import { takeDownEmbed } from '../../features/embeds/index.ts';
import { publishEmbed } from '../../features/embeds/publish.ts';
import { changeAlertsByLink, eraseAgain, scheduleDeletion } from '../../features/identity/index.ts';
import { updatePipelineTakedown } from '../../features/pipelines/index.ts';
import { newId } from '../../lib/ids.ts';
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
let admin: TestUser;
let blocked: TestUser;
let pardoned: TestUser;
let ended: TestUser;
let connectionId: string;
let embedId: string;
let pipelineId: string;
const closingDay = new Date(Date.now() + 14 * 86_400_000);
const waiting = { campaign: newId(), later: newId(), invitation: newId(), alert: newId(), order: newId() };

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
  admin = await app.signInAdmin('admin@example.com');
  blocked = await app.signIn('blocked@example.com');
  pardoned = await app.signIn('pardoned@example.com');
  ended = await app.signIn('ended@example.com');
  await inSystem(app.services.db, (trx) => scheduleDeletion(trx, ended.accountId, closingDay));
  connectionId = (await addExpiredContent()).connectionId;
  await addWaiting();
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
  embedId = embed.id;
  await inTenant(app.services.db, keeper.accountId, async (trx) => {
    await sql`update reviews set confirmed_at = now() - interval '40 days'`.execute(trx);
    await sql`update listings set last_full_pass_at = now() - interval '31 days'`.execute(trx);
  });
  return connectListings(app, person);
}

/** A page, a campaign that is due, one of next week, and mails that wait; who wants product news. */
async function addWaiting(): Promise<void> {
  const { accountId } = keeper;
  const { businesses } = (await keeper.call('GET', '/businesses')).json as { businesses: { id: string }[] };
  const businessId = businesses[0]?.id ?? '';
  const made = await keeper.call('POST', '/pipelines', { businessId, locationId: null, name: 'page' });
  pipelineId = (made.json as { pipeline: { id: string } }).pipeline.id;
  await inTenant(app.services.db, accountId, async (trx) => {
    const at = new Date(Date.now() - 60_000);
    const nextWeek = new Date(Date.now() + 7 * 86_400_000);
    for (const { id, next } of [
      { id: waiting.campaign, next: at },
      { id: waiting.later, next: nextWeek },
    ])
      await trx
        .insertInto('review_requests')
        .values({
          account_id: accountId,
          id,
          business_id: businessId,
          name: 'spring',
          state: 'sending',
          language: 'en',
          subject: 'How was it?',
          message: 'Tell us',
          postal_address: 'Main street 1',
          consent_basis: 'agreed',
          consent_source: 'till',
          time_zone: 'UTC',
          starts_at: at,
          next_send_at: next,
          created_at: at,
        })
        .execute();
    for (const { id, template } of [
      { id: waiting.invitation, template: 'review-request' },
      { id: waiting.alert, template: 'new-review' },
      { id: waiting.order, template: 'order-confirmed' },
    ])
      await trx
        .insertInto('emails')
        .values({
          id,
          account_id: accountId,
          recipient: 'guest@example.com',
          template,
          locale: 'en',
          state: 'queued',
          sealed: 'sealed',
          created_at: at,
          next_try_at: at,
          give_up_at: nextWeek,
        })
        .execute();
    await trx
      .insertInto('review_request_recipients')
      .values({
        account_id: accountId,
        id: newId(),
        request_id: waiting.campaign,
        position: 0,
        state: 'queued',
        email_id: waiting.invitation,
      })
      .execute();
    await changeAlertsByLink(trx, keeper, { productNews: true });
    await sql`insert into imports (account_id, id, created_by, state, files, finished_at)
      values (${accountId}, ${newId()}, ${keeper.userId}, 'finished', '[]', now())`.execute(trx);
  });
}

/** What is in the journal, and not in the backup. */
async function eraseAfterwards(): Promise<void> {
  const { db, box, users } = app.services;
  await inSystem(db, (trx) => trx.deleteFrom('users').where('id', '=', person.userId).execute());
  await inTenant(db, person.accountId, (trx) =>
    trx.updateTable('connections').set({ status: 'disconnected' }).where('id', '=', connectionId).execute(),
  );
  await eraseAgain(users, closed.accountId);
  await inSystem(db, async (trx) => {
    await sql`update users set role = 'Regular' where id = ${admin.userId}`.execute(trx);
    await sql`update users set blocked_at = now() where id in (${blocked.userId}, ${pardoned.userId})`.execute(
      trx,
    );
    await sql`update users set blocked_at = null where id = ${pardoned.userId}`.execute(trx);
    await updatePipelineTakedown(trx, keeper.accountId, pipelineId, 'rights');
  });
  const { accountId } = keeper;
  await takeDownEmbed(app.services.embeds, { accountId, id: embedId }, 'unlawful', async () => {});
  await inTenant(db, accountId, (trx) => changeAlertsByLink(trx, keeper, { productNews: false }));
  await inSystem(db, async (trx) => {
    await scheduleDeletion(trx, blocked.accountId, closingDay, 'operator');
    await scheduleDeletion(trx, pardoned.accountId, closingDay);
    await sql`update accounts set deletion_scheduled_for = null where id = ${pardoned.accountId}`.execute(
      trx,
    );
    await sql`update imports set state = 'undone'`.execute(trx);
    // An erasure that begins at once, and is not at its end when the disk fails.
    await sql`update accounts set deletion_scheduled_for = now(), deletion_cause = 'operator', erasing_since = now()
               where id = ${ended.accountId}`.execute(trx);
  });
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
    unencrypted: false,
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
      people: await rows('select email, role, blocked_at is not null as blocked from users order by email'),
      accounts: await rows('select id from accounts order by id'),
      signIns: (await queryAsOwner(db, 'select sub from identity.account order by sub')).rows,
      connections: await rows('select id, status, sealed_tokens from connections order by id'),
      reviews: await rows('select id, text, author_name, wiped_at is null as kept from reviews order by id'),
      erasures: await rows('select id from erasure_journal order by id'),
      closing: await rows(
        'select id, deletion_scheduled_for as day, deletion_cause as cause from accounts where deletion_scheduled_for is not null',
      ),
      imports: await rows('select state from imports'),
      open: await rows('select backup_id from restores where finished_at is null'),
      embeds: await rows('select taken_down_reason as reason from embeds'),
      pages: await rows(
        'select id, taken_down_reason as reason from pipelines where taken_down_at is not null',
      ),
      news: await rows(`select account_id from memberships where alerts -> 'productNews' = 'true'`),
      campaigns: await rows('select id, state from review_requests order by id'),
      invited: await rows('select state, skipped_for from review_request_recipients'),
      mails: await rows('select id, state from emails order by id'),
      held: await rows(`select target from audit_entries where action = 'review-request.held'`),
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
    const regular = { role: 'Regular', blocked: false };
    expect(expected.people).toEqual([
      { ...regular, email: admin.email },
      { ...regular, email: blocked.email, blocked: true },
      { ...regular, email: keeper.email },
      { ...regular, email: pardoned.email },
    ]);
    expect(expected.embeds).toEqual([{ reason: 'unlawful' }]);
    expect(expected.pages).toEqual([{ id: pipelineId, reason: 'rights' }]);
    expect(expected.news).toEqual([]);
    expect(expected.closing).toEqual([{ id: blocked.accountId, day: closingDay, cause: 'operator' }]);
    expect(expected.accounts).not.toContainEqual({ id: ended.accountId });
    expect(expected.imports).toEqual([{ state: 'undone' }]);
    const states = (found: Record<string, unknown>[]) =>
      Object.fromEntries(found.map(({ id, state }) => [id, state]));
    expect(states(expected.campaigns)).toEqual({ [waiting.campaign]: 'paused', [waiting.later]: 'sending' });
    expect(states(expected.mails)).toMatchObject({
      [waiting.invitation]: 'canceled',
      [waiting.alert]: 'canceled',
      [waiting.order]: 'queued',
    });
    expect(expected.invited).toEqual([{ state: 'skipped', skipped_for: 'canceled' }]);
    expect(expected.held).toEqual([{ target: waiting.campaign }]);
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
