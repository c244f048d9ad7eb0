/** Downloads over a real connection that break off: nobody takes a part for the whole. */
import type { ExportFormat } from '@kindling/contract/exports';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { beginExport, exportStatus } from '../../testing/exported-files.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing } from '../../testing/fake-connector.ts';
import { addManyReviews } from '../../testing/many-reviews.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { endReviewExport } from './review-export-queries.ts';
import { ExportCanceledError, openReviewExport, readExportPages } from './review-exports.ts';
import { StalledReaderError } from './stream-pieces.ts';
import { streamReviews } from './stream-reviews.ts';
import { downloadsPath, ticketHash } from './tickets.ts';

const count = 5_000;

describe.each(featureModes)('downloads that break off, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let origin: string;

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('owner@example.com');
    app.platforms.google.listings = [aPlatformListing('one')];
    const [listing] = (await connectListings(app, user)).listings;
    if (listing === undefined) throw new Error('No listing');
    // Far more than the buffers of a connection hold.
    await addManyReviews(app, user, listing, { count, textLength: 3_000 });
    origin = await app.listen();
  });
  afterAll(() => app.close());

  async function addEmptyLocation(): Promise<string> {
    const { businesses } = (await user.call('GET', '/businesses')).json as { businesses: { id: string }[] };
    const added = await user.call('POST', `/businesses/${businesses[0]?.id}/locations`, {
      ...someLocation,
      name: 'Empty',
    });
    return (added.json as { location: { id: string } }).location.id;
  }

  /** Begins a download and reads its first piece. */
  async function beginDownload(format: ExportFormat) {
    const begun = await beginExport(user, { format });
    const aborting = new AbortController();
    const response = await fetch(`${origin}${begun.address}`, { signal: aborting.signal });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error('No body');
    const pieces = [(await reader.read()).value ?? new Uint8Array()];
    return { id: begun.export.id, reader, pieces, aborting };
  }

  async function readRest({ reader, pieces }: Awaited<ReturnType<typeof beginDownload>>): Promise<Buffer> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(pieces);
      pieces.push(value);
    }
  }

  test.each(['csv', 'json', 'xlsx'] as const)(
    'the connection of a canceled %s export is reset, and what arrived is no whole file',
    async (format) => {
      const begun = await beginDownload(format);
      await eventually(async () => expect((await exportStatus(user, begun.id)).state).toBe('running'));
      expect((await user.call('DELETE', `/reviews/exports/${begun.id}`)).status).toBe(200);
      await expect(readRest(begun)).rejects.toThrow();
      const part = Buffer.concat(begun.pieces);
      expect(part.length).toBeGreaterThan(0);
      if (format === 'json') expect(() => JSON.parse(part.toString())).toThrow();
      if (format === 'xlsx') expect(() => unzipSync(part)).toThrow();
      expect((await exportStatus(user, begun.id)).state).toBe('canceled');
    },
  );

  test('a download that fails in the database is reset, is shown as failed, and can be started again', async () => {
    const begun = await beginDownload('csv');
    const broken = app.services.db.pool;
    const connect = broken.connect.bind(broken);
    let failing = true;
    // The next page of the export finds no connection.
    Object.assign(broken, {
      connect: (...args: Parameters<typeof connect>) =>
        failing ? Promise.reject(new Error('The database is away.')) : connect(...args),
    });
    try {
      await expect(readRest(begun)).rejects.toThrow();
    } finally {
      failing = false;
      Object.assign(broken, { connect });
    }
    await eventually(async () => {
      // The end could not be stored, so the row is that of a dead process.
      await inSystem(app.services.db, (trx) =>
        trx
          .updateTable('review_exports')
          .set({ alive_at: new Date(Date.now() - 300_000) })
          .where('id', '=', begun.id)
          .execute(),
      );
      expect((await exportStatus(user, begun.id)).state).toBe('failed');
    });
    const again = await readRest(await beginDownload('csv'));
    expect(again.toString().match(/\r\n/g)).toHaveLength(count + 1);
  });

  test('a person who leaves the download ends the export, and may begin another at once', async () => {
    const begun = await beginDownload('json');
    begun.aborting.abort();
    await eventually(async () => expect((await exportStatus(user, begun.id)).state).toBe('canceled'));
    const whole = JSON.parse((await readRest(await beginDownload('json'))).toString()) as unknown[];
    expect(whole).toHaveLength(count);
  });

  test.each(['removed', 'limited to another location', 'made a viewer'] as const)(
    'a member who is %s meanwhile gets no further page',
    async (change) => {
      const address = `${change.replaceAll(' ', '-')}@example.com`;
      const member = await addTeamMember(app, user, address, { role: 'manager', locationIds: null });
      const { address: download, export: begun } = await beginExport(member);
      const hash = ticketHash(download.slice(downloadsPath.length + 1));
      const running = hash === null ? null : await openReviewExport(app.services.exports, hash);
      if (running === null) throw new Error('No export');
      const pages = readExportPages(app.services.exports, running, () => ({ rows: 0, bytes: 0 }));
      expect((await pages.next()).value).toHaveLength(500);
      const path = `/team/members/${member.userId}`;
      if (change === 'removed') await user.call('DELETE', path);
      else if (change === 'made a viewer')
        await user.call('PUT', path, { role: 'viewer', locationIds: null });
      else await user.call('PUT', path, { role: 'manager', locationIds: [await addEmptyLocation()] });
      if (change === 'limited to another location')
        expect(await pages.next()).toEqual({ done: true, value: undefined });
      else await expect(pages.next()).rejects.toThrow(ExportCanceledError);
      // The stream, which is not part of this test, ends the export.
      await inTenant(app.services.db, user.accountId, (trx) =>
        endReviewExport(trx, user.accountId, begun.id, { state: 'canceled' }),
      );
      if (change === 'made a viewer')
        expect((await member.call('GET', `/reviews/exports/${begun.id}`)).status).toBe(403);
    },
  );

  test('a reader that takes nothing loses the export', async () => {
    const { address, export: begun } = await beginExport(user);
    const hash = ticketHash(address.slice(downloadsPath.length + 1));
    const running = hash === null ? null : await openReviewExport(app.services.exports, hash);
    if (running === null) throw new Error('No export');
    const stream = streamReviews(app.services.exports, running, 20);
    const failure = new Promise((resolve) => stream.once('error', resolve));
    // Taking the first piece starts the reading; nothing is taken after it.
    await new Promise<void>((resolve) => stream.once('readable', resolve));
    stream.read();
    expect(await failure).toBeInstanceOf(StalledReaderError);
    await eventually(async () => expect((await exportStatus(user, begun.id)).state).toBe('failed'));
  });

  test('other requests are answered while a file is sent', async () => {
    const begun = await beginDownload('xlsx');
    let isDone = false;
    const whole = readRest(begun).then((bytes) => {
      isDone = true;
      return bytes;
    });
    let answered = 0;
    while (!isDone) {
      expect((await user.call('GET', '/reviews?limit=10')).status).toBe(200);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(5);
    expect(Object.keys(unzipSync(await whole))).toContain('xl/worksheets/sheet1.xml');
  });
});
