import { freePort } from '@kindling/service/testing/free-port';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, silentLog } from '../testing/database.ts';
import { openDatabase } from './client.ts';

test('an unreachable server gives one sentence without the password', async () => {
  const port = await freePort();
  const opening = openDatabase({
    url: `postgres://someone:secret@127.0.0.1:${port}/shop`,
    log: silentLog,
    startupTimeoutMs: 250,
  });
  await expect(opening).rejects.toThrow(
    `The database at 127.0.0.1:${port}/shop cannot be reached (ECONNREFUSED).`,
  );
});

test('missing address and folder give one sentence', async () => {
  await expect(openDatabase({ log: silentLog })).rejects.toThrow(
    'Neither a database address nor a data folder',
  );
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('%s', (mode) => {
  test('the timeouts of statements and idle transactions are set', async () => {
    const { db, close } = await createTestDatabase(mode, {
      statementTimeoutMs: 200,
      idleInTransactionTimeoutMs: 150,
    });
    await expect(db.pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    const client = await db.pool.connect();
    const ended = new Promise((resolve) => {
      client.on('error', resolve);
    });
    await client.query('begin');
    expect(await ended).toMatchObject({ code: '25P03' });
    client.release(true);
    expect(
      await db.withOwnerConnection(async (own) => (await own.query('show statement_timeout')).rows),
    ).toEqual([{ statement_timeout: '0' }]);
    await db.health();
    await close();
  });

  test('warns about a superuser, not about the owner of the database', async () => {
    const { options, close } = await createTestDatabase(mode, { empty: true });
    for (const [user, warned] of [
      ['postgres', true],
      ['kindling_owner', false],
    ] as const) {
      const said: string[] = [];
      const log = { ...silentLog, warn: (_: object, text: string) => said.push(text) };
      const url = String(options.url).replace('kindling_owner', user);
      await (await openDatabase({ ...options, url, log })).close();
      expect(said.some((text) => text.includes('is a superuser'))).toBe(warned);
    }
    await close();
  });

  test('a server that may lose acknowledged data and a refused sign-in give one sentence each', async () => {
    const { options, close } = await createTestDatabase(mode, { empty: true });
    const unsafe = `${options.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;
    await expect(openDatabase({ ...options, url: unsafe })).rejects.toThrow(
      'runs with synchronous_commit = off',
    );
    const stranger = String(options.url).replace('kindling_owner', 'nobody');
    await expect(openDatabase({ ...options, url: stranger })).rejects.toThrow('role "nobody" does not exist');
    await close();
  });
});
