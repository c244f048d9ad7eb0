/**
 * Compares the platform's reviews with our copy, field by field, after reviews were added, edited, deleted and answered:
 * with "Sync now", on schedule and after reconnecting. The test calls the platform itself, so that it also finds faults of
 * the connector.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseModes } from '../../testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import {
  facebookPage,
  googleLocation,
  type SyncHarness,
  startSyncHarness,
} from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';

type Wire = Record<string, unknown>;

/** One review in a shape that both sides can produce. */
interface Told {
  id: string;
  author: string | null;
  stars: number | null;
  recommendation: string | null;
  text: string | null;
  written: string | null;
  edited: string | null;
  reply: string | null;
  replied: string | null;
}

const starWords = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Wire)[name] : undefined;
const word = (value: unknown, name: string): string | null => {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
};
const moment = (value: unknown, name: string): string | null => {
  const found = word(value, name);
  return found === null ? null : new Date(found).toISOString();
};

let simulators: Simulators;
let app: TestApp;
beforeAll(async () => {
  simulators = await startSimulators();
  app = await startAppWithSimulators(simulators, databaseModes.at(-1) ?? 'embedded');
});
afterAll(async () => {
  await app.close();
  await simulators.close();
});

/** Reads all pages of a list at the platform. */
async function readAll(
  first: string,
  headers: Record<string, string>,
  list: string,
  next: (answer: unknown) => string | null,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const response = await fetch(first + after, { headers });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const answer: unknown = await response.json();
    const items = member(answer, list);
    if (Array.isArray(items)) all.push(...items);
    after = next(answer);
  }
  return all;
}

async function tokensOf(trial: SyncHarness, platform: 'google' | 'facebook') {
  const { connections, sync } = app.services;
  const connector = sync.connectors.get(platform);
  const [connection] = await trial.tenant<{ id: string }>(sql`select id from connections`);
  if (connector === undefined || connection === undefined) throw new Error('Nothing is connected');
  return connections.tokens.withTokens(connector, trial.user.accountId, connection.id, (tokens) =>
    Promise.resolve(tokens),
  );
}

async function googleHolds(trial: SyncHarness): Promise<Told[]> {
  const { accessToken } = await tokensOf(trial, 'google');
  const reviews = await readAll(
    `${simulators.urls.google}/v4/${googleLocation}/reviews?pageSize=50`,
    { authorization: `Bearer ${accessToken}` },
    'reviews',
    (answer) => {
      const token = word(answer, 'nextPageToken');
      return token === null ? null : `&pageToken=${encodeURIComponent(token)}`;
    },
  );
  return reviews.map((review) => {
    const written = moment(review, 'createTime');
    const edited = moment(review, 'updateTime');
    const reviewer = member(review, 'reviewer');
    return {
      id: `77/${word(review, 'reviewId')}`,
      author: member(reviewer, 'isAnonymous') === true ? null : word(reviewer, 'displayName'),
      stars: starWords.indexOf(word(review, 'starRating') ?? '') + 1 || null,
      recommendation: null,
      text: word(review, 'comment'),
      written,
      edited: edited === written ? null : edited,
      reply: word(member(review, 'reviewReply'), 'comment'),
      replied: moment(member(review, 'reviewReply'), 'updateTime'),
    };
  });
}

async function facebookHolds(trial: SyncHarness): Promise<Told[]> {
  const { listingTokens } = await tokensOf(trial, 'facebook');
  const fields =
    'created_time,rating,recommendation_type,review_text,reviewer{id,name},open_graph_story{id,comments{message,created_time,from}}';
  const query = new URLSearchParams({
    fields,
    limit: '25',
    access_token: listingTokens?.[facebookPage] ?? '',
  });
  const ratings = await readAll(
    `${simulators.urls.facebook}/v21.0/${facebookPage}/ratings?${query}`,
    {},
    'data',
    (answer) => {
      const paging = member(answer, 'paging');
      const after = word(member(paging, 'cursors'), 'after');
      return word(paging, 'next') === null || after === null ? null : `&after=${encodeURIComponent(after)}`;
    },
  );
  return ratings.map((rating) => {
    const story = member(rating, 'open_graph_story');
    const comments = member(member(story, 'comments'), 'data');
    const own = (Array.isArray(comments) ? comments : []).filter(
      (comment) => word(member(comment, 'from'), 'id') === facebookPage,
    );
    return {
      id: word(story, 'id') ?? '',
      author: word(member(rating, 'reviewer'), 'name'),
      stars: null,
      recommendation: word(rating, 'recommendation_type'),
      text: word(rating, 'review_text'),
      written: moment(rating, 'created_time'),
      edited: null,
      reply: word(own.at(-1), 'message'),
      replied: moment(own.at(-1), 'created_time'),
    };
  });
}

async function weHold(trial: SyncHarness): Promise<Told[]> {
  const rows = await trial.tenant<Told>(sql`
    select external_id as id, author_name as author, rating as stars, recommendation, text,
           written_at as written, edited_at as edited, reply_text as reply, reply_at as replied
      from reviews where removed_at is null`);
  const iso = (time: unknown) => (time instanceof Date ? time.toISOString() : null);
  return rows.map((row) => ({
    ...row,
    written: iso(row.written),
    edited: iso(row.edited),
    replied: iso(row.replied),
  }));
}

const byId = (reviews: Told[]) => [...reviews].sort((a, b) => (a.id < b.id ? -1 : 1));

/** One change of each kind, near the start and near the end of the list. */
async function changeGoogle(): Promise<void> {
  const steer = (order: Wire) => simulators.control('google', order);
  const review = (reviewId: string, rest: Wire) => ({
    action: 'put-review',
    location: googleLocation,
    review: { reviewId, ...rest },
  });
  const reply = (id: string, comment: string) => ({
    action: 'set-reply',
    name: `${googleLocation}/reviews/${id}`,
    reply: { comment, updateTime: '2026-11-18T10:00:00Z', reviewReplyState: 'APPROVED' },
  });
  await steer(
    review('fresh', { comment: 'Just opened', starRating: 'FOUR', reviewer: { displayName: 'N.' } }),
  );
  await steer(review('r-3', { comment: 'Edited near the head', starRating: 'ONE' }));
  await steer(review('r-110', { comment: 'Edited far down', starRating: 'TWO' }));
  await steer(reply('r-5', 'Answered near the head'));
  await steer(reply('r-112', 'Answered far down'));
  await steer({ action: 'delete-review', name: `${googleLocation}/reviews/r-7` });
  await steer({ action: 'delete-review', name: `${googleLocation}/reviews/r-115` });
}

async function changeFacebook(trial: SyncHarness): Promise<void> {
  const steer = (order: Wire) => simulators.control('facebook', { page: facebookPage, ...order });
  const ids = (await facebookHolds(trial)).map(({ id }) => id);
  const put = (id: string, rating: Wire) => ({
    action: 'put-rating',
    rating: { ...rating, open_graph_story: { id } },
  });
  await steer(put('99000001', { review_text: 'Just opened', recommendation_type: 'positive' }));
  await steer(put(ids.at(3) ?? '', { review_text: 'Edited near the head', recommendation_type: 'negative' }));
  await steer(put(ids.at(-3) ?? '', { review_text: 'Edited far down', recommendation_type: 'negative' }));
  const { listingTokens } = await tokensOf(trial, 'facebook');
  for (const [id, message] of [
    [ids.at(5), 'Answered near the head'],
    [ids.at(-5), 'Answered far down'],
  ] as const) {
    const body = new URLSearchParams({ message, access_token: listingTokens?.[facebookPage] ?? '' });
    const answer = await fetch(`${simulators.urls.facebook}/v21.0/${id}/comments`, { method: 'POST', body });
    expect(answer.status).toBe(200);
  }
  for (const at of [7, -7]) await steer({ action: 'delete-rating', story: ids.at(at) ?? '' });
}

const ways = {
  '"Sync now"': async (trial: SyncHarness, id: string) => {
    const answer = await trial.user.call('POST', `/listings/${id}/sync`, {});
    expect(answer.status).toBe(202);
    await trial.sync(id, 'manual');
  },
  'the schedule': async (trial: SyncHarness, id: string) => {
    await trial.skipWaits(id);
    await trial.sync(id, 'schedule');
  },
  'connecting anew': async (trial: SyncHarness, id: string, platform: 'google' | 'facebook') => {
    await simulators.control(platform, { action: 'fault', name: 'revoked', times: 1 });
    await trial.skipWaits(id);
    await trial.sync(id, 'schedule');
    expect((await trial.connection()).status).toBe('needs_reauthorization');
    await simulators.control(platform, { action: 'fault', name: 'revoked', off: true });
    expect(await trial.connectListing(platform)).toBe(id);
    await trial.sync(id, 'first');
  },
};

describe.each(['google', 'facebook'] as const)('%s and our copy', (platform) => {
  const holds = platform === 'google' ? googleHolds : facebookHolds;
  const count = platform === 'google' ? 119 : 69;

  test.each(Object.keys(ways) as (keyof typeof ways)[])('are the same after %s', async (way) => {
    const trial = await startSyncHarness(app, simulators, `same-${platform}-${way.length}@example.com`);
    const id = await trial.connectListing(platform);
    await trial.sync(id, 'first');
    const before = await holds(trial);
    expect(byId(await weHold(trial))).toEqual(byId(before));
    await (platform === 'google' ? changeGoogle() : changeFacebook(trial));
    // Two hours pass, so that neither the manual cooldown nor the hourly limit of full passes applies.
    await trial.tenant(sql`update sync_runs set started_at = started_at - interval '2 hours'`);
    await trial.tenant(sql`update listings set last_full_pass_at = last_full_pass_at - interval '2 hours'`);
    await ways[way](trial, id, platform);
    const [run] = await trial.runsOf(id);
    expect(run).toMatchObject({ kind: 'full', outcome: 'succeeded', added: 1, removed: 2 });
    const theirs = byId(await holds(trial));
    expect(theirs).toHaveLength(count);
    expect(byId(await weHold(trial))).toEqual(theirs);
    // A review that was deleted there is stored as removed, with its text. No other review is removed.
    const gone = await trial.tenant<{ id: string; text: string | null }>(
      sql`select external_id as id, text from reviews where removed_at is not null`,
    );
    expect(byId(before.filter(({ id }) => !theirs.some((review) => review.id === id)))).toMatchObject(
      gone.sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(gone).toHaveLength(2);
    // The listing, the history and the figures agree as soon as the run has ended.
    const connection = await trial.connection();
    expect(connection).toMatchObject({
      listings: [{ storedCount: count, platformCount: count, lastRun: { seen: count, expected: count } }],
    });
    const history = await trial.user.call('GET', `/connections/${connection.id}/runs`);
    expect((history.json as { runs: unknown[] }).runs[0]).toMatchObject({
      outcome: 'succeeded',
      seen: count,
      removed: 2,
    });
    const figures = await trial.user.call('GET', '/reviews/figures');
    expect(figures.json).toMatchObject({ total: count });
  });
});
