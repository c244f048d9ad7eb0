import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeNotifications } from '../db/change-notifications.ts';
import { inSystem } from '../db/transaction.ts';
import { currentCallerScope, withCallerScope } from '../lib/caller-scope.ts';
import { callContextOf } from '../testing/call-context.ts';
import { databaseModes } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { addTeamMember } from '../testing/team-fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type CallContext, signedInUser } from './caller.ts';
import {
  createEventStreams,
  type EventStreams,
  type Feed,
  maxStreamsPerAccount,
  maxStreamsPerUser,
} from './event-streams.ts';
import { scopeOf } from './guard.ts';
import { createSignInWatcher, type SignInWatcher } from './sign-in-watcher.ts';
import { accountReadIntervalMs } from './stream-watchers.ts';

const callerOf = (userId: string) =>
  callContextOf({ accountId: 'account-a', userId, role: 'owner', locationIds: null });
const ann = callerOf('ann');
const ben = callerOf('ben');

describe('event streams', () => {
  let tell: (accountId: string | null) => void;
  let tellOfSignIn: (key: string | null) => void;
  /** Users whose session has ended. */
  let shutOut: Set<string>;
  let changes: ChangeNotifications;
  let signIns: SignInWatcher;
  let streams: EventStreams;
  let version: number;
  let feed: Feed<number | string> & { read: ReturnType<typeof vi.fn> };
  beforeEach(() => {
    changes = {
      subscribe(topic, onChange) {
        if (topic === 'sign-ins') tellOfSignIn = onChange;
        else tell = onChange;
        return () => {};
      },
      close: async () => {},
    };
    shutOut = new Set();
    const idOf = (context: CallContext) => signedInUser(context).userId;
    signIns = createSignInWatcher({
      changes,
      keysOf: (context) => [idOf(context)],
      isSignedOut: async (context) => shutOut.has(idOf(context)),
    });
    streams = createEventStreams({ changes, signIns, maxStreams: 8 });
    version = 1;
    feed = { topic: 'sync', read: vi.fn(async () => [{ id: 'row', version, value: version }]) };
  });

  /** Collects the values of a stream until it ends. */
  function follow(who: CallContext, signal: AbortSignal) {
    const stream = streams.open(who, feed, signal);
    const seen: (number | string)[] = [];
    const ended = (async () => {
      for await (const value of stream) seen.push(value);
    })();
    return { seen, ended };
  }

  test('one read serves all streams of an account, and nothing is read without a change', async () => {
    const leaving = new AbortController();
    const followed = [ann, ann, ann, ben, ben].map((who) => follow(who, leaving.signal));
    await eventually(() => expect(followed.map(({ seen }) => seen)).toEqual([[1], [1], [1], [1], [1]]));
    const reads = feed.read.mock.calls.length;
    version = 2;
    tell('another account');
    tell('account-a');
    await eventually(() => expect(followed.map(({ seen }) => seen.at(-1))).toEqual([2, 2, 2, 2, 2]));
    expect(feed.read.mock.calls.length).toBe(reads + 1);
    leaving.abort();
    await Promise.all(followed.map(({ ended }) => ended));
    tell('account-a');
    expect(feed.read.mock.calls.length).toBe(reads + 1);
  });

  test('a change during a read causes one more read, and so does a lost database connection for all streams', async () => {
    feed.read.mockImplementationOnce(async () => {
      version = 2;
      tell('account-a');
      return [{ id: 'row', version: 1, value: 1 }];
    });
    const leaving = new AbortController();
    const { seen, ended } = follow(ann, leaving.signal);
    await eventually(() => expect(seen.at(-1)).toBe(2));
    version = 3;
    tell(null);
    await eventually(() => expect(seen.at(-1)).toBe(3));
    leaving.abort();
    await ended;
  });

  test('a failed read ends the streams, and the next stream works', async () => {
    feed.read.mockRejectedValueOnce(new Error('away'));
    await expect(follow(ann, new AbortController().signal).ended).rejects.toThrow('away');
    const leaving = new AbortController();
    const { seen, ended } = follow(ann, leaving.signal);
    await eventually(() => expect(seen).toEqual([1]));
    leaving.abort();
    await ended;
  });

  test('a stream ends with its session, frees its slot, and sends nothing after that', async () => {
    const leaving = new AbortController();
    const [anns, bens] = [follow(ann, leaving.signal), follow(ben, leaving.signal)];
    await eventually(() => expect([anns.seen, bens.seen]).toEqual([[1], [1]]));
    // Notifications about other users, and about a user whose session is still valid.
    tellOfSignIn('carl');
    tellOfSignIn('ben');
    shutOut.add('ann');
    version = 2;
    tellOfSignIn('ann');
    await anns.ended;
    tell('account-a');
    await eventually(() => expect(bens.seen).toEqual([1, 2]));
    expect(anns.seen).toEqual([1]);
    // Notifications were lost, so every stream checks its session again.
    shutOut.add('ben');
    tellOfSignIn(null);
    await bens.ended;
    shutOut.clear();
    for (let at = 0; at < maxStreamsPerUser; at += 1) streams.open(ann, feed, leaving.signal);
    leaving.abort();
  });

  test('limited members share no read, and each read has the limit of whom it is for', async () => {
    const limitedTo = (userId: string, locationIds: string[] | null) =>
      callContextOf({ accountId: 'account-a', userId, role: 'viewer', locationIds });
    feed.read.mockImplementation(async () => {
      const limit = currentCallerScope()?.locationIds ?? ['all'];
      return [{ id: limit.join(), version, value: limit.join() }];
    });
    const leaving = new AbortController();
    const members = [limitedTo('ann', ['1']), limitedTo('ben', null), limitedTo('ben', ['1', '2'])];
    // Each stream is opened within the request of its member.
    const followed = members.map((who) =>
      withCallerScope(scopeOf(who.caller), () => follow(who, leaving.signal)),
    );
    await eventually(() => expect(followed.map(({ seen }) => seen)).toEqual([['1'], ['all'], ['1,2']]));
    version = 2;
    await withCallerScope(scopeOf(limitedTo('carl', ['3']).caller), async () => tell('account-a'));
    await eventually(() =>
      expect(followed.map(({ seen }) => seen)).toEqual([
        ['1', '1'],
        ['all', 'all'],
        ['1,2', '1,2'],
      ]),
    );
    leaving.abort();
    await Promise.all(followed.map(({ ended }) => ended));
  });

  describe('many limited members', () => {
    const limited = (accountId: string, userId: string) =>
      callContextOf({ accountId, userId, role: 'viewer', locationIds: [userId] });
    let readFor: string[];
    beforeEach(() => {
      vi.useFakeTimers();
      readFor = [];
      feed.read.mockImplementation(async (accountId: string) => {
        readFor.push(`${accountId} ${currentCallerScope()?.locationIds}`);
        return [];
      });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('are read one after another, with a pause, and members of other accounts do not wait', async () => {
      const leaving = new AbortController();
      for (const userId of ['1', '2', '3']) streams.open(limited('account-a', userId), feed, leaving.signal);
      streams.open(limited('account-b', '4'), feed, leaving.signal);
      await vi.advanceTimersByTimeAsync(0);
      expect(readFor).toEqual(['account-a 1', 'account-b 4']);
      await vi.advanceTimersByTimeAsync(accountReadIntervalMs);
      expect(readFor.slice(2)).toEqual(['account-a 2']);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(readFor.slice(3)).toEqual(['account-a 3']);
      for (let change = 0; change < 5; change += 1) tell('account-a');
      await vi.advanceTimersByTimeAsync(0);
      expect(readFor.slice(4)).toEqual(['account-a 1']);
      await vi.advanceTimersByTimeAsync(10_000);
      // The changes that came before a member's turn cost one read; those after it, one more.
      expect(readFor.slice(5)).toEqual(['account-a 2', 'account-a 3', 'account-a 1']);
      leaving.abort();
    });

    test('who have left before their turn are not read', async () => {
      const [staying, leaving] = [new AbortController(), new AbortController()];
      streams.open(limited('account-a', '1'), feed, staying.signal);
      for (const userId of ['2', '3']) streams.open(limited('account-a', userId), feed, leaving.signal);
      leaving.abort();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(readFor).toEqual(['account-a 1']);
      staying.abort();
    });
  });

  test('an account has a hundred streams, and other accounts have theirs', () => {
    const leaving = new AbortController();
    const roomy = createEventStreams({ changes, signIns });
    const memberOf = (accountId: string, userId: string) =>
      callContextOf({ accountId, userId, role: 'viewer', locationIds: null });
    for (let at = 0; at < maxStreamsPerAccount; at += 1)
      roomy.open(memberOf('account-a', `user-${at}`), feed, leaving.signal);
    expect(() => roomy.open(memberOf('account-a', 'one more'), feed, leaving.signal)).toThrow(
      expect.objectContaining({ code: 'rate-limited', retryAfter: expect.any(Number) }),
    );
    roomy.open(memberOf('account-b', 'ben'), feed, leaving.signal);
    leaving.abort();
    roomy.open(memberOf('account-a', 'one more'), feed, leaving.signal);
  });

  test('a stream ends at once when its session ended before the stream was opened', async () => {
    shutOut.add('ann');
    await follow(ann, new AbortController().signal).ended;
  });

  test('a user has five streams and the process a maximum; a closed stream frees its slot', async () => {
    const leaving = new AbortController();
    for (let at = 0; at < maxStreamsPerUser; at += 1) streams.open(ann, feed, leaving.signal);
    expect(() => streams.open(ann, feed, undefined)).toThrow(
      expect.objectContaining({ code: 'rate-limited' }),
    );
    const others = ['c', 'd', 'e'].map((userId) => streams.open(callerOf(userId), feed, undefined));
    expect(() => streams.open(ben, feed, undefined)).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    );
    leaving.abort();
    const again = streams.open(ann, feed, undefined);
    await again.next();
    await again.return(undefined);
    for (const other of others) await other.next();
    for (const other of others) await other.return(undefined);
    expect(feed.read).toHaveBeenCalled();
  });
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('event streams over HTTP, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  test.each([
    ['locations', `delete from membership_locations where user_id = $1`],
    ['limit', `update memberships set all_locations = true where user_id = $1`],
    ['role', `update memberships set role = 'manager' where user_id = $1`],
    ['membership', `delete from memberships where user_id = $1`],
  ])('a change of the member’s %s ends their stream, and no other', async (what, change) => {
    const owner = await app.signIn(`owner-${what}@example.com`);
    const { businesses } = (await owner.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    const locationIds = businesses.flatMap(({ locations }) => locations.map(({ id }) => id));
    const add = (email: string) => addTeamMember(app, owner, email, { role: 'viewer', locationIds });
    const [changed, other] = [await add(`${what}@example.com`), await add(`beside-${what}@example.com`)];
    const leaving = new AbortController();
    const follow = async ({ token }: { token: string }) => {
      const response = await fetch(`${await app.listen()}/api/v1/sync/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      return response;
    };
    const [ending, going] = [await follow(changed), await follow(other)];
    let ended = false;
    void going.text().then(
      () => {
        ended = true;
      },
      () => {},
    );
    await inSystem(app.services.db, (trx) => trx.executeQuery(CompiledQuery.raw(change, [changed.userId])));
    await ending.text();
    expect(ended).toBe(false);
    leaving.abort();
  });

  test('the sixth stream of a user is refused, streams of others are not, and the first five continue', async () => {
    const origin = await app.listen();
    const greedy = await app.signIn('greedy@example.com');
    const other = await app.signIn('other@example.com');
    const leaving = new AbortController();
    const ask = (path: string, token: string) =>
      fetch(`${origin}/api/v1/${path}/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
    for (const path of ['sync', 'imports', 'sync', 'imports', 'sync'])
      expect((await ask(path, greedy.token)).status).toBe(200);
    const refused = await ask('imports', greedy.token);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
    expect((await ask('sync', other.token)).status).toBe(200);
    leaving.abort();
    await eventually(async () => {
      const returned = new AbortController();
      const response = await fetch(`${origin}/api/v1/sync/events`, {
        headers: { authorization: `Bearer ${greedy.token}` },
        signal: returned.signal,
      });
      returned.abort();
      expect(response.status).toBe(200);
    });
  });
});
