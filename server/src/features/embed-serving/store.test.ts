import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openChangeNotifications } from '../../db/change-notifications.ts';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { anyMode, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { deleteEmbed, insertEmbed, saveSnapshot } from '../embeds/queries.ts';
import { insertAccount } from '../identity/queries.ts';
import { prerenderedFormats, renderFormats } from './formats.ts';
import { snapshotHash } from './snapshot-hash.ts';
import { createEmbedStore } from './store.ts';

const code = 'abcdefghjk';
function aSnapshot(businessName: string): Snapshot {
  return {
    version: 1,
    code,
    settings: embedSettingsSchema.parse({}),
    businessName,
    figures: [],
    reviews: [],
    disclosure: { shown: 0, total: 0, omitted: [], minimumRating: 1 },
    brand: { name: 'Kindling', url: 'https://kindling.example' },
  };
}

let database: TestDatabase;
let folder: string;
const accountId = newId();
const embedId = newId();
let queries = 0;
let databaseWorks = true;
/** The database answers after this promise. */
let databaseReady: Promise<void> = Promise.resolve();
/** Counts renderings; formats from disk are not rendered. */
const rendering = vi.fn(renderFormats);

beforeAll(async () => {
  database = await createTestDatabase(anyMode);
  await inSystem(database.db, (trx) =>
    insertAccount(trx, { id: accountId, name: 'A', locale: 'en', timeZone: 'UTC' }),
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-store-'));
  await save('First');
});
afterEach(async () => {
  vi.useRealTimers();
  await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
  await rm(folder, { recursive: true, force: true });
});

async function save(businessName: string): Promise<Snapshot> {
  const snapshot = aSnapshot(businessName);
  await inTenant(database.db, accountId, async (trx) => {
    const known = await trx.selectFrom('embeds').select('id').where('id', '=', embedId).executeTakeFirst();
    if (known === undefined)
      await insertEmbed(trx, accountId, {
        id: embedId,
        code,
        kind: 'widget',
        name: 'W',
        draft: snapshot.settings,
      });
    await saveSnapshot(trx, accountId, embedId, snapshot, snapshotHash(snapshot));
  });
  return snapshot;
}

/** The database with counted connections; it fails unless `databaseWorks`. */
function source(): Pick<Database, 'pool'> {
  const connect = async () => {
    queries += 1;
    if (!databaseWorks) throw new Error('The database is away');
    await databaseReady;
    return database.db.pool.connect();
  };
  return {
    pool: new Proxy(database.db.pool, {
      get: (pool, key) => (key === 'connect' ? connect : Reflect.get(pool, key)),
    }),
  };
}

function openStore(works = true, more: { dbTimeout?: () => Promise<void>; renderer?: string } = {}) {
  queries = 0;
  databaseWorks = works;
  databaseReady = Promise.resolve();
  rendering.mockClear();
  return createEmbedStore({
    db: source(),
    folder,
    clientScripts: { embed: '', paged: '', moving: '', opening: '', searching: '', arriving: '' },
    frameScript: '',
    pageScripts: { pageLanguage: '', pageEvents: '' },
    log: createLog('silent'),
    renderAll: rendering,
    ...more,
  });
}

describe('the store of embeds', () => {
  test('queries the database once, also for many calls at the same time', async () => {
    const store = openStore();
    const found = await Promise.all(Array.from({ length: 20 }, () => store.get(code)));
    expect(new Set(found).size).toBe(1);
    expect(found[0]?.json.body.toString()).toContain('First');
    await store.get(code);
    expect(queries).toBe(1);
  });

  test('an invented code costs one query, a malformed code none', async () => {
    const store = openStore();
    for (let count = 0; count < 5; count += 1) expect(await store.get('zzzzzzzzzz')).toBeNull();
    expect(queries).toBe(1);
    for (const odd of ['', '../secret', 'ABCDEFGHJK', 'abcdefghj', `${code}x`, '__proto__'])
      expect(await store.get(odd)).toBeNull();
    expect(queries).toBe(1);
  });

  test('an embed that is published after its code was asked for appears, also when the clock was set back', async () => {
    const store = openStore();
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    expect(await store.get(code)).toBeNull();
    await save('Published');
    expect(await store.get(code)).toBeNull();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const shown = await store.get(code).finally(() => clock.mockRestore());
    expect(shown?.json.body.toString()).toContain('Published');
  });

  test('a new version is served at once, and a dropped embed is gone at once', async () => {
    const store = openStore();
    await store.get(code);
    const second = await save('Second');
    store.put(second, snapshotHash(second));
    await store.settled();
    expect((await store.get(code))?.json.body.toString()).toContain('Second');
    store.drop(code);
    expect(await store.get(code)).toBeNull();
    await store.settled();
    expect(await readdir(folder)).toEqual([]);
  });

  test('after a start without the database, embeds are served from disk', async () => {
    const first = openStore();
    const shown = await first.get(code);
    await first.settled();
    const second = openStore(false);
    const again = await second.get(code);
    for (const form of prerenderedFormats) expect(again?.[form]).toEqual(shown?.[form]);
    expect(again?.hash).toBe(shown?.hash);
    expect((await again?.renderOnDemand('svg'))?.body).toEqual((await shown?.renderOnDemand('svg'))?.body);
  });

  test('after a start, the copy on disk is served without rendering, after one query for its hash', async () => {
    const first = openStore();
    const shown = await first.get(code);
    await first.settled();
    expect(rendering).toHaveBeenCalledTimes(1);
    const again = await openStore().get(code);
    expect(again?.script).toEqual(shown?.script);
    expect(again?.reserve).toEqual(shown?.reserve);
    expect(again?.reserve.slots?.at(-1)?.below).toBe(Number.POSITIVE_INFINITY);
    expect(rendering).not.toHaveBeenCalled();
    expect(queries).toBe(1);
  });

  test('a slow database does not delay the response; its later answer replaces the copy', async () => {
    const first = openStore();
    await first.get(code);
    await first.settled();
    await save('Second');
    const store = openStore(true, { dbTimeout: () => Promise.resolve() });
    const { promise, resolve } = Promise.withResolvers<void>();
    databaseReady = promise;
    expect((await store.get(code))?.json.body.toString()).toContain('First');
    expect((await store.get(code))?.json.body.toString()).toContain('First');
    expect(queries).toBe(1);
    resolve();
    await eventually(() => expect(store.peek(code)?.json.body.toString()).toContain('Second'));
  });

  test('the copy of a deleted embed is removed when the answer of a slow database arrives', async () => {
    const first = openStore();
    await first.get(code);
    await first.settled();
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    const store = openStore(true, { dbTimeout: () => Promise.resolve() });
    const { promise, resolve } = Promise.withResolvers<void>();
    databaseReady = promise;
    expect(await store.get(code)).not.toBeNull();
    resolve();
    await eventually(() => expect(store.peek(code)).toBeUndefined());
    expect(await store.get(code)).toBeNull();
    await store.settled();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a snapshot that is stored during a slow query is newer than the answer of the query', async () => {
    const first = openStore();
    await first.get(code);
    await first.settled();
    const store = openStore(true, { dbTimeout: () => Promise.resolve() });
    const { promise, resolve } = Promise.withResolvers<void>();
    databaseReady = promise;
    await store.get(code);
    const second = await save('Second');
    store.put(second, snapshotHash(second));
    await store.settled();
    resolve();
    expect((await store.get(code))?.json.body.toString()).toContain('Second');
  });

  test('a published embed is never unknown while another version of it is rendered', async () => {
    const first = openStore();
    await first.get(code);
    await first.settled();
    await save('Second');
    const timeOut = Promise.withResolvers<void>();
    const rendered = Promise.withResolvers<void>();
    const store = openStore(true, { dbTimeout: () => timeOut.promise });
    rendering.mockImplementationOnce(async (...call) => {
      // The database has answered in time; rendering takes longer than the time for it.
      timeOut.resolve();
      await rendered.promise;
      return renderFormats(...call);
    });
    const served = store.get(code);
    await timeOut.promise;
    rendered.resolve();
    expect((await served)?.json.body.toString()).toContain('Second');
  });

  test('a version that is stored while the embed is loaded is waited for', async () => {
    const rendered = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const store = openStore();
    databaseReady = promise;
    const served = store.get(code);
    await eventually(() => expect(queries).toBe(1));
    rendering.mockImplementationOnce(async (...call) => {
      await rendered.promise;
      return renderFormats(...call);
    });
    const second = await save('Second');
    store.put(second, snapshotHash(second));
    resolve();
    rendered.resolve();
    expect((await served)?.json.body.toString()).toContain('Second');
  });

  test('another renderer version renders the copy again from the same snapshot', async () => {
    const first = openStore(true, { renderer: 'one' });
    await first.get(code);
    await first.settled();
    const second = openStore(false, { renderer: 'two' });
    expect((await second.get(code))?.json.body.toString()).toContain('First');
    expect(rendering).toHaveBeenCalledTimes(1);
    await second.settled();
    await openStore(false, { renderer: 'two' }).get(code);
    expect(rendering).not.toHaveBeenCalled();
  });

  test('a copy without formats, from an earlier release, is served too', async () => {
    const first = openStore();
    const shown = await first.get(code);
    await first.settled();
    const { snapshot, hash } = JSON.parse(
      await readFile(path.join(folder, `${code}.json`), 'utf8'),
    ) as object & Record<string, unknown>;
    await writeFile(path.join(folder, `${code}.json`), JSON.stringify({ snapshot, hash }));
    expect((await openStore(false).get(code))?.script).toEqual(shown?.script);
  });

  test('altered formats are rendered again', async () => {
    const first = openStore();
    const shown = await first.get(code);
    await first.settled();
    const file = path.join(folder, `${code}.json`);
    const filed = JSON.parse(await readFile(file, 'utf8')) as {
      forms: { made: { script: { gzip: string } } };
    };
    filed.forms.made.script.gzip = Buffer.from('another script').toString('base64');
    await writeFile(file, JSON.stringify(filed));
    expect((await openStore(false).get(code))?.script).toEqual(shown?.script);
  });

  test('on-demand formats are rendered once, with the first request', async () => {
    const store = openStore();
    const published = await store.get(code);
    const [one, two] = await Promise.all([
      published?.renderOnDemand('png'),
      published?.renderOnDemand('png'),
    ]);
    expect(one).toBe(two);
    expect(one?.body.subarray(1, 4).toString()).toBe('PNG');
    expect((await published?.renderOnDemand('png2x'))?.body).not.toEqual(one?.body);
    expect(await published?.renderOnDemand('schema')).toBeNull();
  });

  test.each([
    ['truncated', (text: string) => text.slice(0, text.length / 2)],
    ['altered', (text: string) => text.replace('First', 'Other')],
    ['empty', () => ''],
    ['of another shape', () => '{"hash":"x","snapshot":{}}'],
  ])('a file that is %s is not served', async (_kind, damage) => {
    const first = openStore();
    await first.get(code);
    await first.settled();
    const file = path.join(folder, `${code}.json`);
    await writeFile(file, damage(await readFile(file, 'utf8')));
    await expect(openStore(false).get(code)).rejects.toMatchObject({ code: 'unavailable' });
    // With the database it is written again.
    expect((await openStore().get(code))?.json.body.toString()).toContain('First');
    expect((await openStore(false).get(code))?.json.body.toString()).toContain('First');
  });

  test('without database and copy an embed is unavailable, not unknown, and works again with the database', async () => {
    await rm(folder, { recursive: true });
    const store = openStore(false);
    await expect(store.get(code)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    databaseWorks = true;
    expect((await store.get(code))?.json.body.toString()).toContain('First');
  });

  test('a copy that cannot be written leaves no partial file behind', async () => {
    // A folder with the name of the file makes the rename fail, as a full disk would.
    await mkdir(path.join(folder, `${code}.json`, 'x'), { recursive: true });
    const store = openStore();
    expect((await store.get(code))?.json.body.toString()).toContain('First');
    expect(await readdir(folder)).toEqual([`${code}.json`]);
  });

  test('changes and deletions by another process are found', async () => {
    const store = openStore();
    await store.get(code);
    await save('Elsewhere');
    expect((await store.get(code))?.json.body.toString()).toContain('First');
    await store.revalidate();
    expect((await store.get(code))?.json.body.toString()).toContain('Elsewhere');
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    await store.revalidate();
    expect(await store.get(code)).toBeNull();
    // The copy is removed, too, so that it cannot be served when the database is down.
    await store.settled();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a change by another process is served after its notification, and other codes are not queried', async () => {
    const changes = await openChangeNotifications(database.db);
    const store = openStore();
    await store.get(code);
    const asked = queries;
    store.notifyChanged('zzzzzzzzzz');
    await store.settled();
    expect(queries).toBe(asked);
    const forget = changes.subscribe('snapshots', (changed) => store.notifyChanged(changed));
    await save('Elsewhere');
    await eventually(async () =>
      expect((await store.get(code))?.json.body.toString()).toContain('Elsewhere'),
    );
    forget();
    await changes.close();
    await store.settled();
  });

  test('a version that is being rendered when another process tells of a newer one is not kept', async () => {
    const store = openStore();
    const older = await save('Older');
    const { promise, resolve } = Promise.withResolvers<void>();
    rendering.mockImplementationOnce(async (...of) => {
      await promise;
      return renderFormats(...of);
    });
    store.put(older, snapshotHash(older));
    await eventually(() => expect(rendering).toHaveBeenCalledTimes(1));
    await save('Newer');
    store.notifyChanged(code);
    resolve();
    await store.settled();
    expect((await store.get(code))?.json.body.toString()).toContain('Newer');
  });

  test('a code that was not published is served after its publication by another process', async () => {
    // Only the notification ends that a code counts as not published: the clock stands still.
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = openStore();
    await inTenant(database.db, accountId, (trx) =>
      trx.deleteFrom('snapshots').where('code', '=', code).execute(),
    );
    expect(await store.get(code)).toBeNull();
    const changes = await openChangeNotifications(database.db);
    const forget = changes.subscribe('snapshots', (changed) => store.notifyChanged(changed));
    await save('Published');
    await eventually(async () =>
      expect((await store.get(code))?.json.body.toString()).toContain('Published'),
    );
    forget();
    await changes.close();
    await store.settled();
  });

  test('a code whose change is told during its look-up is looked up again', async () => {
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    const store = openStore();
    const { promise, resolve } = Promise.withResolvers<void>();
    databaseReady = promise;
    const found = store.get(code);
    await eventually(() => expect(queries).toBe(1));
    store.notifyChanged(code);
    resolve();
    expect(await found).toBeNull();
    expect(queries).toBe(2);
  });

  test('an embed that a refresh restores after it was dropped is removed by the next revalidation, from disk too', async () => {
    const store = openStore();
    await store.get(code);
    const late = await save('Late');
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    store.drop(code);
    // A refresh that was committed before the drop reports its snapshot only now.
    store.put(late, snapshotHash(late));
    await store.settled();
    expect((await store.get(code))?.json.body.toString()).toContain('Late');
    await store.revalidate();
    expect(await store.get(code)).toBeNull();
    await store.settled();
    expect(await readdir(folder)).toEqual([]);
  });

  test('the copy of an embed whose deletion was not reported is removed by the next revalidation', async () => {
    const before = openStore();
    await before.get(code);
    await before.settled();
    await inTenant(database.db, accountId, (trx) => deleteEmbed(trx, accountId, embedId));
    const after = openStore();
    expect(await after.get(code)).toBeNull();
    await after.settled();
    expect(await readdir(folder)).toEqual([]);
  });
});
