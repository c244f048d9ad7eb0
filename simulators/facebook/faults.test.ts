import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startFacebookSimulator } from './server.ts';
import { type Answer, callApi, codesOf, control, pageToken, switchFault, userToken } from './test-client.ts';

const page = '555';
let facebook: RunningSimulator;
let token: string;

beforeAll(async () => {
  facebook = await startFacebookSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(facebook.url, { action: 'reset' });
  await control(facebook.url, { action: 'seed', page, count: 60 });
  token = await pageToken(facebook.url, page);
});
afterAll(() => facebook.close());

const fields = 'created_time,rating,recommendation_type,review_text,open_graph_story{id,comments}';
const arm = (name: string, more: JsonObject = {}) => switchFault(facebook.url, name, more);
const get = (path: string, more = '') => callApi(facebook.url, `/v21.0/${path}?access_token=${token}${more}`);
const ratings = (after = '') =>
  get(`${page}/ratings`, `&fields=${fields}&limit=25${after && `&after=${after}`}`);
const storyOf = (item: JsonObject) =>
  isJsonObject(item.open_graph_story) ? String(item.open_graph_story.id) : '';
const storyId = (at: number) => `88${page}${at}`;

function nextOf({ body }: Answer): string {
  const paging = isJsonObject(body.paging) ? body.paging : {};
  return paging.next !== undefined && isJsonObject(paging.cursors) ? String(paging.cursors.after) : '';
}

/** Reads all pages as a client does, with `cursors.after`; stops at a cursor that it has seen before. */
async function pass(): Promise<{ sizes: number[]; stories: string[]; looped: boolean }> {
  const sizes: number[] = [];
  const stories: string[] = [];
  const seen = new Set<string>();
  for (let next = ''; ; ) {
    const answer = await ratings(next);
    expect(answer.status).toBe(200);
    const items = objectsIn(answer.body.data);
    sizes.push(items.length);
    stories.push(...items.map(storyOf));
    next = nextOf(answer);
    const looped = seen.has(next);
    if (next === '' || looped) return { sizes, stories, looped };
    seen.add(next);
  }
}
const missing = (stories: string[]) =>
  Array.from({ length: 60 }, (_, at) => storyId(at + 1)).filter((id) => !stories.includes(id));

describe('lists', () => {
  it('delete-before-cursor skips a row, insert-while-paging repeats rows', async () => {
    await arm('delete-before-cursor', { page });
    expect(missing((await pass()).stories)).toEqual([storyId(26)]);
    await arm('insert-while-paging', { page, count: 2 });
    const { stories } = await pass();
    expect(stories.filter((id, at) => stories.indexOf(id) !== at)).toHaveLength(2);
  });

  it('edit-behind-cursor, edit-same-second and delete-then-repost change the expected members', async () => {
    await arm('edit-behind-cursor', { page, text: 'Edited' });
    await arm('edit-same-second', { page });
    await arm('delete-then-repost', { page, afterPage: 2, review: storyId(2) });
    await pass();
    const items = objectsIn((await ratings()).body.data);
    expect(items.find((item) => storyOf(item) === storyId(1))?.review_text).toBe('Second of two edits');
    expect(items.map(storyOf)).not.toContain(storyId(2));
    expect(storyOf(items[0] ?? {})).toMatch(/^99/);
    const edited = await get(storyId(26), '&fields=message');
    expect(edited.body.message).toBe('Edited');
  });

  it('vanish-and-return: the review returns with the page’s reply', async () => {
    const form = new URLSearchParams({ message: 'Thank you', access_token: token });
    await callApi(facebook.url, `/v21.0/${storyId(1)}/comments`, { method: 'POST', body: form });
    await arm('vanish-and-return', { page });
    expect(codesOf(await get(storyId(1)))).toEqual([100, 33]);
    expect(missing((await pass()).stories)).toEqual([storyId(1)]);
    await arm('vanish-and-return', { return: true });
    expect(objectsIn((await get(`${storyId(1)}/comments`)).body.data)).toMatchObject([
      { message: 'Thank you' },
    ]);
    expect(missing((await pass()).stories)).toEqual([]);
  });

  it('mass-vanish and count-lies', async () => {
    await arm('count-lies', { page, by: 7, times: 1 });
    expect((await get(page, '&fields=rating_count')).body.rating_count).toBe(67);
    await arm('mass-vanish', { page });
    expect((await ratings()).body).toEqual({ data: [] });
    expect((await get(page, '&fields=rating_count')).body.rating_count).toBe(0);
  });

  it('token-loop, token-expired, page-short and page-empty-with-token', async () => {
    await arm('token-loop', { page, afterPage: 2 });
    expect(await pass()).toMatchObject({ looped: true });
    await arm('token-loop', { off: true });
    await arm('token-expired', { page });
    const first = nextOf(await ratings());
    expect(codesOf(await ratings(first))[0]).toBe(100);
    expect(codesOf(await ratings(first))[0]).toBe(100);
    expect(missing((await pass()).stories)).toEqual([]);
    await arm('page-empty-with-token', { page });
    expect(await pass()).toMatchObject({ sizes: [25, 0, 25, 10], looped: false });
    await arm('page-short', { page, items: 20 });
    expect(await pass()).toMatchObject({ sizes: [20, 20, 20] });
  });

  it('wrong-type, huge-text, null-everything, unknown-enum and fb-null-rating', async () => {
    const damaged = async (name: string) => {
      await arm(name, { page, times: 1, review: storyId(2) });
      return objectsIn((await ratings()).body.data)[1] ?? {};
    };
    expect((await damaged('wrong-type')).created_time).toBe(1767225600);
    expect(String((await damaged('huge-text')).review_text).length).toBeGreaterThan(999_999);
    expect(await damaged('null-everything')).toMatchObject({ open_graph_story: null, created_time: null });
    expect((await damaged('unknown-enum')).recommendation_type).toBe('neutral');
    expect(await damaged('fb-null-rating')).toMatchObject({ rating: null, recommendation_type: 'positive' });
  });

  it('fb-code-12 applies only to the page that it is limited to', async () => {
    await arm('fb-code-12', { page: '487120935561204' });
    expect((await ratings()).status).toBe(200);
    await arm('fb-code-12', { page });
    expect(codesOf(await ratings())[0]).toBe(12);
    await arm('fb-code-12', { off: true });
    expect((await ratings()).status).toBe(200);
  });
});

describe('limits and outages', () => {
  it('answers with the codes of limits, and with the wait in the usage header', async () => {
    // The clock is stopped, so that all calls are in the same minute.
    await control(facebook.url, { action: 'clock', at: new Date().toISOString(), hold: true });
    await arm('429-seconds', { seconds: 120 });
    const first = await ratings();
    expect(codesOf(first)[0]).toBe(80001);
    const usage = JSON.parse(first.headers.get('x-business-use-case-usage') ?? '{}');
    expect(usage[page][0]).toMatchObject({ call_count: 100, estimated_time_to_regain_access: 2 });
    for (const code of [4, 17, 32, 613]) {
      await arm('429-none', { code });
      expect(codesOf(await ratings())[0]).toBe(code);
    }
    await ratings();
    const ledger = await callApi(facebook.url, '/_control/ledger');
    expect(ledger.body).toMatchObject({ early: 5, apis: { [page]: { windows: [{ limited: 5 }] } } });
  });

  it('quota-shared makes the usage grow faster', async () => {
    await control(facebook.url, { action: 'usage', limitPerHour: 100 });
    await arm('quota-shared', { calls: 60 });
    const usage = JSON.parse((await ratings()).headers.get('x-business-use-case-usage') ?? '{}');
    expect(usage[page][0].call_count).toBe(61);
    await control(facebook.url, { action: 'clock', advanceSeconds: 60 });
    expect(codesOf(await ratings())[0]).toBe(80001);
  });

  it('500-burst, 503-forever and source-skew', async () => {
    await arm('500-burst', { times: 1 });
    expect(codesOf(await ratings())[0]).toBe(1);
    await arm('503-forever', { page });
    expect(codesOf(await ratings())[0]).toBe(2);
    await arm('503-forever', { off: true });
    await control(facebook.url, { action: 'clock', at: '2026-12-01T10:00:00Z', hold: true });
    await arm('source-skew');
    token = await pageToken(facebook.url, page);
    expect((await ratings()).headers.get('date')).toBe('Tue, 01 Dec 2026 10:10:00 GMT');
  });
});

describe('access', () => {
  it('revoked and password-changed end tokens with their subcodes; a new login works', async () => {
    await arm('revoked', { page });
    expect(codesOf(await ratings())).toEqual([190, 458]);
    token = await pageToken(facebook.url, page);
    await arm('password-changed');
    expect(codesOf(await ratings())).toEqual([190, 460]);
    token = await pageToken(facebook.url, page);
    expect((await ratings()).status).toBe(200);
  });

  it('scope-removed and page-role-lost apply until they end', async () => {
    await arm('scope-removed', { page });
    expect(codesOf(await ratings())[0]).toBe(10);
    await arm('scope-removed', { off: true });
    await arm('page-role-lost', { page });
    expect(codesOf(await ratings())).toEqual([190, 492]);
    await arm('page-role-lost', { off: true });
    expect((await ratings()).status).toBe(200);
  });

  it('refresh-race counts exchanges; sim-restart makes every token unknown', async () => {
    await arm('refresh-race', { ms: 1 });
    await userToken(facebook.url);
    expect((await callApi(facebook.url, '/_control/refreshes')).body).toMatchObject({ calls: 2, open: 0 });
    await arm('sim-restart');
    expect(codesOf(await ratings())[0]).toBe(190);
    token = await pageToken(facebook.url, page);
    expect((await ratings()).status).toBe(200);
  });
});

describe('pages and replies', () => {
  it('location-moved, -closed and -unverified change the page', async () => {
    const shown = async () =>
      (await get(page, '&fields=username,location,is_permanently_closed,verification_status')).body;
    const before = await shown();
    for (const name of ['location-moved', 'location-closed', 'location-unverified'])
      await arm(name, { page });
    expect(await shown()).toMatchObject({
      location: { city: 'Berlin' },
      is_permanently_closed: true,
      verification_status: 'not_verified',
    });
    for (const name of ['location-moved', 'location-unverified', 'location-closed'])
      await arm(name, { off: true });
    expect(await shown()).toEqual(before);
  });

  it('location-merged: a call with the old id names the new page', async () => {
    await control(facebook.url, { action: 'seed', page: '556', count: 0 });
    await arm('location-merged', { page, into: '556' });
    expect(codesOf(await ratings())[0]).toBe(21);
    await arm('location-merged', { off: true });
    expect(missing((await pass()).stories)).toEqual([]);
  });

  it('replies are written and deleted elsewhere, rejected, or lost in the response', async () => {
    const post = (message: string) =>
      callApi(facebook.url, `/v21.0/${storyId(1)}/comments`, {
        method: 'POST',
        body: new URLSearchParams({ message, access_token: token }),
      });
    const messages = async () =>
      objectsIn((await get(`${storyId(1)}/comments`)).body.data).map(({ message }) => message);
    await arm('reply-elsewhere', { page, text: 'From the phone' });
    expect(await messages()).toEqual(['From the phone']);
    await arm('reply-deleted-elsewhere', { page });
    expect(await messages()).toEqual([]);
    await arm('reply-rejected');
    expect(codesOf(await post('Buy now'))[0]).toBe(368);
    await arm('reply-timeout-but-applied', { as: 'cut' });
    await expect(post('Thank you')).rejects.toThrow();
    expect(await messages()).toEqual(['Thank you']);
    expect(codesOf(await post('Thank you'))[0]).toBe(506);
  });
});

describe('one recommendation', () => {
  it('can be requested by its story, refuses unknown fields, and is missing when it is deleted or of another page', async () => {
    const { body } = await get(storyId(2), '&fields=id,start_time,message,data,type');
    expect(body).toMatchObject({
      id: storyId(2),
      message: 'Very friendly, recommended (2)',
      data: { recommendation_type: 'positive', seller: { id: page } },
    });
    expect(codesOf(await get(storyId(2), '&fields=stars'))[0]).toBe(100);
    await control(facebook.url, { action: 'delete-rating', page, story: storyId(2) });
    expect(codesOf(await get(storyId(2)))).toEqual([100, 33]);
    token = await pageToken(facebook.url, '487120935561204');
    expect(codesOf(await get(storyId(3)))).toEqual([100, 33]);
  });

  it('a large page keeps its order, and mutateSeed changes it', async () => {
    await control(facebook.url, { action: 'seed', page, count: 50_000 });
    const first = (await ratings()).body.data;
    await control(facebook.url, { action: 'seed', page, count: 50_000, mutateSeed: 2 });
    expect((await get(page, '&fields=rating_count')).body.rating_count).not.toBe(50_000);
    expect((await ratings()).body.data).not.toEqual(first);
    await control(facebook.url, { action: 'seed', page, count: 50_000 });
    expect((await ratings()).body.data).toEqual(first);
  });
});
