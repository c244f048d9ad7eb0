import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { eraseAccount } from '../identity/account-deletion.ts';
import { errorJobs } from './jobs.ts';

const report = (more: Record<string, unknown> = {}) => ({
  message: 'TypeError: x is not a function',
  stack: 'TypeError: x is not a function\n    at run (https://app.example/assets/reviews-Ab12Cd34.js:1:200)',
  route: '/reviews',
  requestId: null,
  ...more,
});

describe.each(featureModes)('error events, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const send = (body: object | string, more: { remoteAddress?: string; token?: string } = {}) =>
    app.request({
      method: 'POST',
      url: '/api/v1/error-reports',
      headers: {
        'content-type': 'application/json',
        ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      ...(more.remoteAddress === undefined ? {} : { remoteAddress: more.remoteAddress }),
    });
  const events = async (message: string) => {
    await app.services.errors.recorder.flush();
    return inSystem(app.services.db, (trx) =>
      trx.selectFrom('error_events').selectAll().where('message', 'like', `%${message}%`).execute(),
    );
  };
  const restOf = (origin: string) =>
    inSystem(app.services.db, (trx) =>
      trx
        .selectFrom('error_events')
        .selectAll()
        .where('fingerprint', '=', `rest:${origin}`)
        .executeTakeFirst(),
    );

  test('the same error of another build, page and number counts as one event', async () => {
    expect((await send(report())).status).toBe(202);
    const again = report({
      stack: 'TypeError: x is not a function\n    at a (https://app.example/assets/reviews-Zz98Yy76.js:3:14)',
      route: '/reviews/1234567',
      requestId: 'req-7',
    });
    expect((await send(again)).json).toEqual({ requestId: 'req-7' });
    const [event, ...others] = await events('x is not a function');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      origin: 'browser',
      level: 'error',
      state: 'open',
      count: 2,
      route: '/reviews/{id}',
      last_request: 'req-7',
      last_account: null,
    });
    await send(report({ message: 'TypeError: y is not a function' }));
    expect(await events('y is not a function')).toHaveLength(1);
  });

  test('a resolved event that occurs again is open, an ignored one stays ignored', async () => {
    await send(report({ message: 'comes again' }));
    expect(await events('comes again')).toMatchObject([{ state: 'open' }]);
    for (const [state, after] of [
      ['resolved', 'open'],
      ['ignored', 'ignored'],
    ] as const) {
      await inSystem(app.services.db, (trx) =>
        trx.updateTable('error_events').set({ state }).where('message', '=', 'comes again').execute(),
      );
      await send(report({ message: 'comes again' }));
      expect(await events('comes again')).toMatchObject([{ state: after }]);
    }
  });

  test('a valid token sets the account, an invalid one does not, and the account cannot see the event', async () => {
    const ann = await app.signIn('ann@example.com');
    await send(report({ message: 'of Ann' }), { token: ann.token });
    expect(await events('of Ann')).toMatchObject([{ last_account: ann.accountId }]);
    const samples = () =>
      inSystem(app.services.db, (trx) =>
        trx.selectFrom('error_samples').select('account').where('message', '=', 'of Ann').execute(),
      );
    expect(await samples()).toEqual([{ account: ann.accountId }]);
    expect((await send(report({ message: 'of nobody' }), { token: `${ann.token}x` })).status).toBe(202);
    expect(await events('of nobody')).toMatchObject([{ last_account: null }]);
    expect(
      await inTenant(app.services.db, ann.accountId, (trx) =>
        trx.selectFrom('error_events').selectAll().execute(),
      ),
    ).toEqual([]);
  });

  test('what strangers report shares no group with what members of accounts see', async () => {
    const ann = await app.signIn('groups@example.com');
    const frame = (origin: string) => `TypeError\n    at a (${origin}/assets/app-Zz98Yy76.js:1:1)`;
    const read = (word: string) => `Cannot read properties of undefined (reading '${word}')`;
    const own = 'http://kindling.test';
    await send(report({ message: read('spam'), stack: frame(own) }), { remoteAddress: '192.0.2.31' });
    expect(await events('(reading')).toHaveLength(1);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('error_events').set({ state: 'ignored' }).where('message', '=', read('spam')).execute(),
    );
    await send(report({ message: read('rating'), stack: frame(own) }), { token: ann.token });
    expect((await events('(reading')).sort((a, b) => b.message.localeCompare(a.message))).toMatchObject([
      { state: 'ignored', count: 1, last_account: null },
      { state: 'open', count: 1, message: read('rating'), last_account: ann.accountId },
    ]);

    const forged = { message: read('casino'), stack: `${frame(own)}\nspam` };
    for (const token of [undefined, `${ann.token}x`])
      await send(report(forged), { remoteAddress: '192.0.2.31', ...(token === undefined ? {} : { token }) });
    const [ofStrangers, ofMembers] = (await events('(reading')).sort((a, b) =>
      a.message.localeCompare(b.message),
    );
    expect(ofStrangers).toMatchObject({ message: read('casino'), count: 3, state: 'ignored' });
    expect(ofMembers).toMatchObject({ message: read('rating'), count: 1 });
    expect(ofMembers?.stack).not.toContain('spam');
    // A script of another page is another error, whatever its file is called.
    await send(report({ message: read('other'), stack: frame('https://evil.example') }), {
      token: ann.token,
    });
    await send(report({ message: read('other'), stack: frame('http://kindling.test') }), {
      token: ann.token,
    });
    const counts = (await events('(reading')).map(({ count }) => Number(count));
    expect(counts.toSorted()).toEqual([1, 2, 3]);
  });

  test('secrets, addresses and quoted text never reach the table', async () => {
    await send(
      report({
        message:
          'leak at https://x.example/a?token=hush#code=hush of ann@example.com: Bearer hush.hush "Unexpected words of a review that nobody gave us"\u0000',
        stack: 'Error\n    at f (https://x.example/a.js?session=hush:1:2)',
        route: '/e/abcdef1234?code=hush',
      }),
    );
    const [event] = await events('leak at');
    expect(JSON.stringify(event)).not.toMatch(/hush|ann@example|words of a review/);
    expect(event?.stack).toContain('https://x.example/a.js:1:2');
  });

  test('too long, too large and unknown fields are refused', async () => {
    expect((await send(report({ message: 'x'.repeat(501) }))).status).toBe(400);
    expect((await send(report({ stack: 'x'.repeat(8001) }))).status).toBe(400);
    expect((await send(report({ accountId: crypto.randomUUID() }))).status).toBe(400);
    const large = await send(JSON.stringify({ message: 'x'.repeat(17 * 1024) }));
    expect(large.json).toMatchObject({ status: 413, code: 'too-large' });
  });

  test('a network may report twenty errors a minute', async () => {
    const remoteAddress = '192.0.2.9';
    for (let count = 0; count < 20; count += 1)
      expect((await send(report({ message: 'flood' }), { remoteAddress })).status).toBe(202);
    expect((await send(report({ message: 'flood' }), { remoteAddress })).status).toBe(429);
    expect(await events('flood')).toMatchObject([{ count: 20 }]);
  });

  test('a server error is stored with its request and account', async () => {
    const bob = await app.signIn('bob@example.com');
    app.services.help.queueMail = () => Promise.reject(new Error('The mail table is on fire'));
    const answer = await bob.call('POST', '/help/messages', {
      idempotencyKey: crypto.randomUUID(),
      message: 'Hello',
      page: '/dashboard',
      language: 'en',
    });
    expect(answer.status).toBe(500);
    await eventually(async () =>
      expect(await events('on fire')).toMatchObject([
        {
          origin: 'server',
          route: '/api/v1/help/messages',
          last_request: (answer.json as { requestId: string }).requestId,
          last_account: bob.accountId,
        },
      ]),
    );
  });

  test('a page of the product and a form that fails are sources, too', async () => {
    await send(report({ message: 'TypeError: on a page', origin: 'page', release: 'site-AbC123.js' }));
    expect(await events('on a page')).toMatchObject([{ origin: 'page', release: 'site-AbC123.js' }]);
    expect((await send(report({ origin: 'server' }))).status).toBe(400);
    expect((await send(report({ release: '<script>' }))).status).toBe(400);
    app.services.help.queueMail = () => Promise.reject(new Error('The form is on fire'));
    const form = await app.request({
      method: 'POST',
      url: '/help',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        page: '/pricing',
        language: 'en',
        name: '',
        email: 'v@example.com',
        message: 'Hello',
      }).toString(),
    });
    expect(form.status).toBe(500);
    expect(await events('form is on fire')).toMatchObject([{ route: '/help', origin: 'server' }]);
  });

  test('a failure of a job and of the sign-in service is stored with its name and account', async () => {
    const dora = await app.signIn('dora@example.com');
    const { failures } = app.services;
    const facts = { requestId: null, accountId: dora.accountId, error: new Error('The tide is out') };
    failures.report({ ...facts, origin: 'job', level: 'warn', route: 'sync.listing' });
    expect(await events('tide is out')).toMatchObject([
      { origin: 'job', level: 'warn', route: 'sync.listing', last_account: dora.accountId },
    ]);
    // The last attempt; the same error of another job is another kind.
    failures.report({ ...facts, origin: 'job', level: 'error', route: 'sync.listing' });
    failures.report({
      ...facts,
      origin: 'job',
      level: 'error',
      route: 'sync.sweep',
      accountId: crypto.randomUUID(),
    });
    failures.report({ ...facts, origin: 'sign-in', level: 'error', route: '/u/abc', accountId: null });
    const stored = await events('tide is out');
    expect(stored.map(({ origin, level, route, count }) => [origin, level, route, count]).sort()).toEqual([
      ['job', 'error', 'sync.listing', 2],
      ['job', 'error', 'sync.sweep', 1],
      ['sign-in', 'error', '/u/abc', 1],
    ]);
    expect(stored.find(({ route }) => route === 'sync.sweep')?.last_account).toBeNull();
  });

  test('an erased account leaves no id behind', async () => {
    const eva = await app.signIn('eva@example.com');
    await send(report({ message: 'of Eva' }), { token: eva.token });
    expect(await events('of Eva')).toMatchObject([{ last_account: eva.accountId }]);
    await eva.call('POST', '/profile/deletion', { accountName: 'eva' });
    await eraseAccount(app.services.users, eva.accountId, new Date(Date.now() + 365 * 86_400_000));
    expect(await events('of Eva')).toMatchObject([{ last_account: null }]);
    const left = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('error_samples').select('id').where('account', '=', eva.accountId).execute(),
    );
    expect(left).toEqual([]);
  });

  test('new kinds are limited per day; known ones still count', async () => {
    await inSystem(app.services.db, (trx) =>
      trx
        .insertInto('error_events')
        .values(
          Array.from({ length: 500 }, (_, number) => ({
            fingerprint: `filler-${number}`,
            origin: 'browser',
            message: 'filler',
            route: '/',
            first_seen_at: new Date(),
            last_seen_at: new Date(),
          })),
        )
        .execute(),
    );
    expect((await send(report({ message: 'one too many' }))).status).toBe(202);
    expect(await events('one too many')).toEqual([]);
    // They are counted all the same.
    expect(await restOf('browser')).toMatchObject({ count: 1, state: 'open', message: '', stack: null });
    await send(report({ message: 'comes again' }));
    expect(await events('comes again')).toMatchObject([{ count: 4 }]);
    // Strangers who make kinds up do not use up the limit of people who are signed in, nor their look-ups.
    for (let number = 0; number < 70; number += 1)
      await send(report({ message: 'one too many' }), { token: `forged.${number}.token` });
    const fay = await app.signIn('fay@example.com');
    await send(report({ message: 'a person saw this' }), { token: fay.token });
    expect(await events('a person saw this')).toMatchObject([{ last_account: fay.accountId }]);
    // Browser reports do not use up the limit of server errors.
    app.services.help.queueMail = () => Promise.reject(new Error('Our own after the flood'));
    const carl = await app.signIn('carl@example.com');
    const body = {
      idempotencyKey: crypto.randomUUID(),
      message: 'Hello',
      page: '/dashboard',
      language: 'en',
    };
    await carl.call('POST', '/help/messages', body);
    await eventually(async () => expect(await events('after the flood')).toHaveLength(1));
  });

  test('a network that makes kinds up adds some in an hour, and counts with the rest after', async () => {
    await inSystem(app.services.db, (trx) =>
      trx.deleteFrom('error_events').where('fingerprint', 'like', 'filler-%').execute(),
    );
    const words = Array.from({ length: 20 }, (_, at) => `made up ${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}`);
    for (const message of words) await send(report({ message }), { remoteAddress: '203.0.113.9' });
    const kept = await events('made up');
    expect(kept).toHaveLength(15);
    // What others reported already is no kind of its own making.
    await send(report({ message: words[0] ?? '' }), { remoteAddress: '203.0.113.10' });
    expect((await events('made up a'))[0]).toMatchObject({ count: 2 });
  });

  test('the daily job deletes what is older than 90 days, and hours that no trend shows', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await inSystem(app.services.db, async (trx) => {
      await trx
        .insertInto('error_events')
        .values(
          [89, 91].map((days) => ({
            fingerprint: `aged-${days}`,
            origin: 'browser',
            message: 'aged',
            route: '/',
            first_seen_at: ago(200),
            last_seen_at: ago(days),
          })),
        )
        .execute();
      await trx
        .insertInto('error_counts')
        .values(
          [
            ['hour', 2],
            ['hour', 6],
            ['day', 6],
            ['day', 95],
          ].map(([bucket, days]) => ({
            fingerprint: 'aged-89',
            bucket: String(bucket),
            starts_at: ago(Number(days)),
            count: 1,
          })),
        )
        .execute();
      await trx
        .insertInto('error_samples')
        .values(
          [88, 92].map((days) => ({
            id: newId(),
            fingerprint: 'aged-89',
            at: ago(days),
            message: `${days}`,
            route: '/',
          })),
        )
        .execute();
    });
    const [job] = errorJobs({ db: app.services.db });
    await job?.run({}, new AbortController().signal);
    expect(await events('aged')).toMatchObject([{ fingerprint: 'aged-89' }]);
    const kept = await inSystem(app.services.db, async (trx) => ({
      counts: await trx
        .selectFrom('error_counts')
        .select(['bucket'])
        .where('fingerprint', '=', 'aged-89')
        .orderBy('bucket')
        .execute(),
      samples: await trx
        .selectFrom('error_samples')
        .select('message')
        .where('fingerprint', '=', 'aged-89')
        .execute(),
    }));
    expect(kept).toEqual({
      counts: [{ bucket: 'day' }, { bucket: 'hour' }],
      samples: [{ message: '88' }],
    });
  });
});
