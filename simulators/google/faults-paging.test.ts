import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import { callApi, control, holdClock, readControl, signIn, switchFault } from './test-client.ts';

const location = 'accounts/9/locations/90';
const other = 'accounts/9/locations/91';
let google: RunningSimulator;
let token: string;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  token = (await signIn(google.url)).access;
  await control(google.url, { action: 'seed', location, count: 120 });
  await control(google.url, { action: 'seed', location: other, count: 120, label: 'other' });
});
afterAll(() => google.close());

const page = (pageToken = '', place = location) =>
  callApi(`${google.url}/v4/${place}/reviews?pageSize=50${pageToken && `&pageToken=${pageToken}`}`, token);
const review = (id: string) => callApi(`${google.url}/v4/${location}/reviews/${id}`, token);
const arm = (name: string, more: JsonObject = {}) => switchFault(google.url, name, { location, ...more });
const idsOf = (reviews: JsonObject[]) => reviews.map((item) => String(item.reviewId));

/** Reads all pages as a client does; stops at a token that it has seen before. */
async function pass(
  place = location,
): Promise<{ pages: JsonObject[][]; ids: string[]; total: unknown; looped: boolean }> {
  const pages: JsonObject[][] = [];
  const seen = new Set<string>();
  for (let next = ''; ; ) {
    const { status, body } = await page(next, place);
    expect(status).toBe(200);
    pages.push(objectsIn(body.reviews));
    next = stringField(body, 'nextPageToken') ?? '';
    const looped = seen.has(next);
    if (next === '' || looped)
      return { pages, ids: pages.flatMap(idsOf), total: body.totalReviewCount, looped };
    seen.add(next);
  }
}

const missing = (ids: string[]) =>
  Array.from({ length: 120 }, (_, at) => `seed-${at + 1}`).filter((id) => !ids.includes(id));

describe('changes in the middle of a pass', () => {
  it('edit-behind-cursor: an unread review moves to the start of the list, and only this pass misses it', async () => {
    await arm('edit-behind-cursor');
    expect(missing((await pass()).ids)).toEqual(['seed-51']);
    const again = await pass();
    expect(missing(again.ids)).toEqual([]);
    expect(again.ids[0]).toBe('seed-51');
  });

  it('happens after the requested page, once, and only in the place that it is limited to', async () => {
    await arm('edit-behind-cursor', { afterPage: 2, count: 2 });
    expect(missing((await pass(other)).ids)).toHaveLength(120);
    expect(missing((await pass()).ids)).toEqual(['seed-101', 'seed-102']);
    expect(missing((await pass()).ids)).toEqual([]);
    const { faults } = await readControl(google.url, 'faults');
    expect(objectsIn(faults)).toMatchObject([
      { on: false, fired: 1, touched: [`${location}/reviews/seed-101`, `${location}/reviews/seed-102`] },
    ]);
  });

  it('delete-before-cursor: the list shifts, and an existing review is skipped', async () => {
    await arm('delete-before-cursor');
    const { ids, total } = await pass();
    expect(missing(ids)).toEqual(['seed-51']);
    expect(total).toBe(119);
    expect((await review('seed-51')).status).toBe(200);
    expect((await review('seed-1')).status).toBe(404);
  });

  it('insert-while-paging: some reviews are sent twice', async () => {
    await arm('insert-while-paging', { count: 3 });
    const { ids } = await pass();
    expect(missing(ids)).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual(['seed-48', 'seed-49', 'seed-50']);
  });

  it('edit-same-second: two texts with one updateTime', async () => {
    await arm('edit-same-second', { review: `${location}/reviews/seed-70` });
    const before = await review('seed-70');
    await pass();
    const after = await review('seed-70');
    expect(after.body.updateTime).toBe(before.body.updateTime);
    expect([before.body.comment, after.body.comment]).toEqual(['First of two edits', 'Second of two edits']);
  });

  it('delete-then-repost: the same author and text under a new id, also at once', async () => {
    const old = (await review('seed-1')).body;
    const armed = await arm('delete-then-repost', { afterPage: 0 });
    expect((await review('seed-1')).status).toBe(404);
    const fresh = String(objectsIn((await page()).body.reviews)[0]?.reviewId);
    expect(armed.touched).toEqual([`${location}/reviews/seed-1`, `${location}/reviews/${fresh}`]);
    expect((await review(fresh)).body).toMatchObject({ comment: old.comment, reviewer: old.reviewer });
  });
});

describe('reviews that disappear', () => {
  it('vanish-and-return: missing in the list and the look-up, then back unchanged', async () => {
    const before = (await review('seed-3')).body;
    await arm('vanish-and-return', { review: 'seed-3' });
    expect((await review('seed-3')).status).toBe(404);
    expect(await pass()).toMatchObject({ total: 119 });
    await arm('vanish-and-return', { return: true });
    expect((await review('seed-3')).body).toEqual(before);
  });

  it('vanish-and-return: back by itself after a time by the simulator’s clock', async () => {
    await holdClock(google.url);
    await arm('vanish-and-return', { count: 2, forSeconds: 600 });
    await control(google.url, { action: 'clock', advanceSeconds: 599 });
    expect((await review('seed-1')).status).toBe(404);
    await control(google.url, { action: 'clock', advanceSeconds: 1 });
    expect(missing((await pass()).ids)).toEqual([]);
  });

  it('mass-vanish: an empty list with status 200, with the count zero or unchanged', async () => {
    await arm('mass-vanish', { times: 1 });
    expect((await page()).body).toEqual({});
    await arm('mass-vanish', { count: 'old' });
    expect((await page()).body).toEqual({ totalReviewCount: 120, averageRating: expect.any(Number) });
    await arm('mass-vanish', { off: true });
    expect((await pass()).ids).toHaveLength(120);
  });

  it('count-lies: the count is wrong, the list is complete', async () => {
    await arm('count-lies', { by: -20 });
    expect(await pass()).toMatchObject({ total: 100, looped: false });
    expect((await page('', other)).body.totalReviewCount).toBe(120);
  });
});

describe('page tokens', () => {
  it('token-loop: the same page is repeated endlessly', async () => {
    await arm('token-loop', { afterPage: 2 });
    expect(await pass()).toMatchObject({ looped: true, ids: { length: 100 } });
    const second = String((await page()).body.nextPageToken);
    expect((await page(second)).body.nextPageToken).toBe(second);
  });

  it('token-loop: the pages repeat in a circle that includes the first one', async () => {
    await arm('token-loop', { cycle: 2 });
    const { pages, looped } = await pass();
    expect([looped, pages.length]).toEqual([true, 3]);
    expect(idsOf(pages[2] ?? [])).toEqual(idsOf(pages[0] ?? []));
  });

  it('token-expired: tokens are refused until a new pass starts', async () => {
    await arm('token-expired', { afterPage: 2 });
    const second = String((await page()).body.nextPageToken);
    const third = String((await page(second)).body.nextPageToken);
    const refused = await page(third);
    expect([refused.status, refused.body.error]).toMatchObject([400, { status: 'INVALID_ARGUMENT' }]);
    expect((await page(second)).status).toBe(400);
    expect(missing((await pass()).ids)).toEqual([]);
  });

  it('page-short: pages are smaller than requested, and no review is lost', async () => {
    await arm('page-short', { items: 30 });
    const { pages, ids } = await pass();
    expect(pages.map((items) => items.length)).toEqual([30, 30, 30, 30]);
    expect(missing(ids)).toEqual([]);
  });

  it('page-empty-with-token: a page without reviews in between', async () => {
    await arm('page-empty-with-token');
    const { pages, ids } = await pass();
    expect(pages.map((items) => items.length)).toEqual([50, 0, 50, 20]);
    expect(missing(ids)).toEqual([]);
  });
});

describe('items', () => {
  const first = async () => objectsIn((await page()).body.reviews);

  it('wrong-type, null-everything and unknown-enum corrupt one review of the page', async () => {
    await arm('wrong-type', { times: 1 });
    const wrong = await first();
    expect([wrong[0]?.starRating, wrong[1]?.starRating]).toEqual([5, 'FIVE']);
    await arm('null-everything', { index: 2, times: 1 });
    const nulls = await first();
    expect(nulls[2]).toMatchObject({ reviewId: null, comment: null, reviewer: null });
    expect(nulls[0]?.reviewId).toBe('seed-1');
    await arm('unknown-enum', { every: true, times: 1 });
    expect((await first()).every((item) => item.starRating === 'SIX')).toBe(true);
    expect((await first())[0]?.starRating).toBe('FIVE');
  });

  it('huge-text: corrupts one named review in every response', async () => {
    await arm('huge-text', { review: 'seed-5', length: 200_000 });
    expect(String((await first())[4]?.comment).length).toBeGreaterThanOrEqual(200_000);
    expect(String((await review('seed-5')).body.comment).length).toBeGreaterThanOrEqual(200_000);
    expect(String((await review('seed-4')).body.comment).length).toBeLessThan(200);
  });
});
