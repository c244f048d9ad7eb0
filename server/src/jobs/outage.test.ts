/** REL-05: the database becomes unreachable and comes back while the process keeps running. */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { defineJob, defineJobHandler } from './job.ts';
import { startQueue } from './queue.ts';

const noteJob = defineJob({ name: 'test.note', payload: z.strictObject({ text: z.string() }) });

/** A proxy to the server that can be interrupted. */
async function openProxy(target: URL) {
  const sockets = new Set<net.Socket>();
  let open = true;
  const server = net.createServer((near) => {
    if (!open) {
      near.destroy();
      return;
    }
    const far = net.connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    cut() {
      open = false;
      for (const socket of sockets) socket.destroy();
    },
    reopen() {
      open = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.each(databaseModes.filter((mode) => mode === 'postgres'))(
  'an outage of the database, %s',
  (mode) => {
    let database: TestDatabase;
    let proxy: Awaited<ReturnType<typeof openProxy>>;
    let db: Database;
    beforeAll(async () => {
      database = await createTestDatabase(mode);
      proxy = await openProxy(new URL(database.options.url ?? ''));
      db = await openDatabase({ url: proxy.url, log: silentLog });
    });
    afterAll(async () => {
      await db.close();
      proxy.close();
      await database.close();
    });

    test('REL-05 transactions and jobs continue when it is back', async () => {
      const done: string[] = [];
      const options = { db, log: createLog('silent'), pollSeconds: 0.5 };
      const queue = await startQueue({ ...options, jobs: [noteJob] });
      await queue.startWorkers([
        defineJobHandler(noteJob, async ({ text }) => {
          done.push(text);
        }),
      ]);
      await queue.enqueue(noteJob, { text: 'before' }, { key: 'a' });
      await eventually(() => expect(done).toContain('before'));
      const look = () => inSystem(db, (trx) => trx.selectFrom('accounts').select('id').execute());
      for (let round = 1; round <= 3; round += 1) {
        proxy.cut();
        await expect(look()).rejects.toThrow();
        await expect(db.health()).rejects.toThrow();
        await expect(queue.enqueue(noteJob, { text: 'lost' }, { key: 'b' })).rejects.toThrow();
        proxy.reopen();
        await eventually(() => db.health());
        await expect(look()).resolves.toEqual([]);
        await queue.enqueue(noteJob, { text: `after ${round}` }, { key: 'c' });
        await eventually(() => expect(done).toContain(`after ${round}`));
      }
      expect(done).not.toContain('lost');
      await queue.stop();
    });
  },
);
