/** The error log as an admin reads and changes it, and a flood of errors. */
import { readFileSync } from 'node:fs';
import { type ErrorGroupDetails, errorLogLimits, type ListedErrorGroup } from '@kindling/contract/error-log';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { databaseModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { lockErrorLog } from './write-queries.ts';

interface Listed {
  items: ListedErrorGroup[];
  nextCursor: string | null;
  open: number;
}

/** Texts that attack whoever shows them: markup, scripts, control and direction characters. */
const hostileTexts = (
  JSON.parse(
    readFileSync(new URL('../../../../e2e/fixtures/hostile-texts.json', import.meta.url), 'utf8'),
  ) as { texts: string[] }
).texts;

describe.each(databaseModes)('the error log, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    admin = await app.signInAdmin('root@example.com');
  });
  afterAll(() => app.close());

  /** Records an error of the server, as the error handlers do. */
  function fail(
    message: string,
    more: { route?: string; requestId?: string; origin?: 'server' | 'job' } = {},
  ) {
    app.services.failures.report({
      origin: 'server',
      level: 'error',
      error: new Error(message),
      route: '/api/v1/reviews',
      requestId: null,
      accountId: null,
      ...more,
    });
  }
  const flush = () => app.services.errors.recorder.flush();
  async function list(query = ''): Promise<Listed> {
    await flush();
    const answer = await admin.call('GET', `/admin/errors${query}`);
    expect(answer.status).toBe(200);
    return answer.json as Listed;
  }
  async function find(search: string): Promise<ListedErrorGroup> {
    const { items } = await list(`?search=${encodeURIComponent(search)}`);
    const [found] = items;
    if (found === undefined) throw new Error(`The log has no ${search}.`);
    return found;
  }
  const read = async (id: string) =>
    (await admin.call('GET', `/admin/errors/${id}`)).json as ErrorGroupDetails;
  const setState = (id: string, body: { state: string; version: number; note?: string }, by = admin) =>
    by.call('PUT', `/admin/errors/${id}/state`, { note: '', ...body });
  const trailOf = (target: string) =>
    inSystem(app.services.db, (trx) =>
      trx
        .selectFrom('operator_entries')
        .select(['action', 'admin_id', 'details'])
        .where('target', '=', target)
        .orderBy('id')
        .execute(),
    );

  test('the newest comes first, pages follow, and filters and searches find', async () => {
    const ann = await app.signIn('ann@example.com');
    for (let number = 0; number < errorLogLimits.pageSize + 3; number += 1)
      fail(`paged ${String.fromCharCode(97 + (number % 26))}${'y'.repeat(number)}`);
    await flush();
    fail('The boiler is cold', { origin: 'job', route: 'reports.monthly' });
    app.services.failures.report({
      ...{ origin: 'sign-in', level: 'warn', route: '/u/x', requestId: 'req-42', accountId: ann.accountId },
      error: new Error('The lock is stuck'),
    });
    const first = await list();
    expect(first.items).toHaveLength(errorLogLimits.pageSize);
    expect(first.open).toBe(errorLogLimits.pageSize + 5);
    const second = await list(`?cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(first.open);
    const times = [...first.items, ...second.items].map(({ lastSeenAt }) => lastSeenAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect((await admin.call('GET', '/admin/errors?cursor=xyz')).status).toBe(400);

    const messages = async (query: string) => (await list(query)).items.map(({ message }) => message);
    expect(await messages('?origin=job')).toEqual(['Error: The boiler is cold']);
    expect(await messages('?level=warn')).toEqual(['Error: The lock is stuck']);
    for (const search of ['LOCK IS', 'req-42', ann.accountId, '/u/x'])
      expect(await messages(`?search=${encodeURIComponent(search)}`)).toEqual(['Error: The lock is stuck']);
    for (const search of ['%', '_', "' or true --", 'req-4'])
      expect(await messages(`?search=${encodeURIComponent(search)}`)).toEqual([]);
    expect(await messages('?state=resolved')).toEqual([]);
  });

  test('a group shows its trend, its newest events and its stack', async () => {
    const message = 'The well is dry';
    for (let number = 0; number < 30; number += 1) fail(message, { requestId: `well-${number}` });
    await flush();
    for (let number = 30; number < 34; number += 1)
      fail(message, { requestId: `well-${number}`, route: `/api/v1/reviews/${crypto.randomUUID()}` });
    const group = await find(message);
    expect(group).toMatchObject({ count: 34, route: '/api/v1/reviews/{id}', isRest: false, byRule: false });
    expect(group.days).toHaveLength(errorLogLimits.listDays);
    expect(group.days.at(-1)).toBe(34);
    const details = await read(group.id);
    const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
    expect([sum(details.hours), sum(details.days)]).toEqual([34, 34]);
    // The newest five of each write.
    expect(details.samples.map(({ requestId }) => requestId)).toEqual(
      [33, 32, 31, 30, 29, 28, 27, 26, 25].map((number) => `well-${number}`),
    );
    expect(details.samples[0]?.release).toMatch(/^[0-9a-f]{10}$/);
    expect(details.stack).toContain('error-log.test.ts');
    const stack = await admin.call('GET', `/admin/errors/${group.id}/stack`);
    expect(stack.json).toMatchObject({ isEarlierBuild: false });
    expect((await admin.call('GET', `/admin/errors/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('a change is noted and audited; the second of two at once is a conflict and loses no note', async () => {
    fail('The bell is silent');
    const { id, version } = await find('bell is silent');
    const other = await app.signInAdmin('other@example.com');
    const answers = await Promise.all([
      setState(id, { state: 'resolved', version, note: 'Fixed in 1.2' }),
      setState(id, { state: 'ignored', version, note: 'Known' }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = await read(id);
    expect(kept.changes).toHaveLength(1);
    expect(kept.group).toMatchObject({ version: version + 1, state: kept.changes[0]?.state });
    // Whoever was second reads the note and decides again.
    const again = await setState(id, { state: 'resolved', version: version + 1, note: 'Both' }, other);
    expect(again.status).toBe(200);
    const { changes } = await read(id);
    expect(changes.map(({ note }) => note)).toEqual(['Both', kept.changes[0]?.note]);
    expect(changes[0]?.by).toBe('other@example.com');
    const trail = await trailOf(id);
    expect(trail).toHaveLength(2);
    expect(trail[1]).toMatchObject({
      action: 'error.state-changed',
      admin_id: other.userId,
      details: { state: 'resolved' },
    });
    // What comes back opens the group again, and says so.
    fail('The bell is silent');
    await flush();
    const returned = await read(id);
    expect(returned.group).toMatchObject({ state: 'open', count: 2, version: version + 3 });
    expect(returned.changes[0]).toMatchObject({ returned: true, state: 'open', by: null });
  });

  test('a rule mutes events, also of groups that are open, until it is removed', async () => {
    fail('Bots ask for wp-login', { route: '/wp-login' });
    fail('Bots ask for wp-login and more', { route: '/shop' });
    await flush();
    const rule = { origin: 'server', message: { match: 'contains', text: 'wp-login' }, route: '/wp-login' };
    const created = await admin.call('POST', '/admin/error-rules', rule);
    expect(created).toMatchObject({ status: 201, json: { ignored: 1 } });
    const { id } = (created.json as { rule: { id: string } }).rule;
    expect((await admin.call('POST', '/admin/error-rules', rule)).status).toBe(409);
    expect([(await find('/shop')).state, (await find('/wp-login')).state]).toEqual(['open', 'ignored']);
    // Counted, and still ignored; new kinds that only the rule matches are ignored from their first event on.
    fail('Bots ask for wp-login', { route: '/wp-login' });
    fail('Bots ask for wp-login anew', { route: '/wp-login' });
    const known = (await list('?search=%2Fwp-login')).items;
    expect(known.map(({ state, byRule }) => [state, byRule])).toEqual([
      ['ignored', true],
      ['ignored', true],
    ]);
    expect(known.map(({ count, muted: own }) => [count, own]).sort()).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const rules = (await admin.call('GET', '/admin/error-rules')).json as { rules: { muted: number }[] };
    expect(rules.rules).toMatchObject([{ muted: 2, createdBy: 'root@example.com' }]);
    // An event that no condition holds for opens the group.
    fail('Bots ask for wp-login anew', { route: '/login' });
    expect(await find('wp-login anew')).toMatchObject({ state: 'open', byRule: false, muted: 1 });
    expect((await admin.call('DELETE', `/admin/error-rules/${id}`)).status).toBe(200);
    expect((await list('?state=ignored&search=wp-login')).items).toEqual([]);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'error-rule.created',
      'error-rule.removed',
    ]);
    for (const bad of [
      { origin: 'server', message: null, route: null },
      { origin: null, message: { match: 'regex', text: '.*' }, route: null },
      { origin: null, message: { match: 'contains', text: 'x' }, route: null },
    ])
      expect((await admin.call('POST', '/admin/error-rules', bad)).status).toBe(400);
  });

  // The embedded database runs one transaction after the other, so none waits for a lock.
  if (mode === 'postgres')
    test('a rule is to be made or removed later while the log is written all the time', async () => {
      const rule = { origin: null, message: null, route: '/flooded' };
      await inSystem(app.services.db, async (trx) => {
        await lockErrorLog(trx);
        for (const [method, path, body] of [
          ['POST', '/admin/error-rules', rule],
          ['DELETE', `/admin/error-rules/${newId()}`, undefined],
        ] as const) {
          const answer = await admin.call(method, path, body);
          expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
      });
    });

  test('rules are limited in number', async () => {
    const create = (number: number) =>
      admin.call('POST', '/admin/error-rules', { origin: null, message: null, route: `/limit/${number}` });
    const codes: number[] = [];
    for (let number = 0; number <= errorLogLimits.rules; number += 1)
      codes.push((await create(number)).status);
    expect(codes.filter((code) => code === 201)).toHaveLength(errorLogLimits.rules);
    expect(codes.at(-1)).toBe(409);
    await inSystem(app.services.db, (trx) => trx.deleteFrom('error_rules').execute());
  });

  test('hostile texts stay texts, and each failure is one line of the log', async () => {
    expect(hostileTexts.length).toBeGreaterThan(10);
    const bob = await app.signIn('bob@example.com');
    const before = app.logLines.length;
    const send = app.services.help.queueMail;
    for (const text of hostileTexts) fail(text, { origin: 'job', route: text.slice(0, 100) });
    // As many messages as a person may send.
    const size = Math.ceil(hostileTexts.length / 5);
    for (let at = 0; at < hostileTexts.length; at += size) {
      const text = hostileTexts.slice(at, at + size).join('\n');
      app.services.help.queueMail = () => Promise.reject(new Error(text));
      const answer = await app.request({
        method: 'POST',
        url: `/api/v1/help/messages?q=${encodeURIComponent(text)}`,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${bob.token}`,
          'user-agent': encodeURIComponent(text).slice(0, 200),
        },
        payload: JSON.stringify({
          idempotencyKey: crypto.randomUUID(),
          message: 'Hello',
          page: '/dashboard',
          language: 'en',
        }),
      });
      expect(answer.status).toBe(500);
    }
    app.services.help.queueMail = send;
    const lines = app.logLines.slice(before).map((line) => JSON.parse(line) as { msg: string });
    const failures = lines.filter(({ msg }) => msg === 'A request failed');
    expect(app.logLines.slice(before).every((line) => /^[^\n]*\n$/.test(line))).toBe(true);
    const { items } = await list('?origin=server&search=%2Fhelp%2Fmessages');
    const counted = items.reduce((sum, { count }) => sum + count, 0);
    expect([counted, failures.length]).toEqual([5, 5]);
    const jobs = await list('?origin=job');
    expect(jobs.items.length).toBeGreaterThan(10);
  });

  test('what was recorded is written when the program ends', async () => {
    fail('The last word');
    await app.services.errors.recorder.close();
    const rows = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('error_events').select('count').where('message', 'like', '%last word').execute(),
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a flood of errors, 100,000 at once, is a few rows, exactly counted, and others are answered', async () => {
    const kinds = 700;
    // Letters, because numbers in messages do not tell kinds apart.
    const names = Array.from(
      { length: kinds },
      (_, at) => `q${at.toString(26).replace(/\d/g, (digit) => 'rstuvwxyzq'.charAt(Number(digit)))}`,
    );
    const events = mode === 'postgres' ? 100_000 : 20_000;
    const countAll = () =>
      inSystem(app.services.db, async (trx) => {
        const { rows } = await sql<{ kinds: number; events: number; samples: number; counts: number }>`
          select count(*)::int as kinds, sum(count)::int as events,
                 (select count(*)::int from error_samples) as samples,
                 (select sum(count)::int from error_counts where bucket = 'hour') as counts
            from error_events`.execute(trx);
        return rows[0];
      });
    await flush();
    const before = await countAll();
    const sighting = {
      ...({
        origin: 'server',
        level: 'error',
        route: '/api/v1/reviews',
        requestId: 'req',
        release: null,
      } as const),
      stack: 'Error: Flooded\n    at run (/srv/app/reviews.js:1:200)',
      whose: { authorization: `Bearer ${admin.token}`, account: undefined },
    };
    const asked: Promise<{ status: number }>[] = [];
    const heap = process.memoryUsage().heapUsed;
    for (let number = 0; number < events; number += 1) {
      const message = `The ${names[number % kinds]} is flooded: ${number}`;
      app.services.errors.recorder.record({ ...sighting, message });
      if (number % 5_000 !== 0) continue;
      asked.push(app.request({ method: 'GET', url: '/healthz' }));
      // As the requests that fail would leave time in between.
      await new Promise(setImmediate);
    }
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(200 * 1024 * 1024);
    await flush();
    const after = await countAll();
    expect((after?.events ?? 0) - (before?.events ?? 0)).toBe(events);
    expect((after?.counts ?? 0) - (before?.counts ?? 0)).toBe(events);
    // 500 new kinds a day, and the rest of the origin.
    expect(after?.kinds).toBeLessThanOrEqual((before?.kinds ?? 0) + 501);
    expect((after?.samples ?? 0) - (before?.samples ?? 0)).toBeLessThanOrEqual(500 * errorLogLimits.samples);
    const rest = await inSystem(app.services.db, (trx) =>
      trx
        .selectFrom('error_events')
        .select('count')
        .where('fingerprint', '=', 'rest:server')
        .executeTakeFirstOrThrow(),
    );
    expect(Number(rest.count)).toBeGreaterThan(0);
  });
});
