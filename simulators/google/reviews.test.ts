import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';
import { demoDataFolder } from '../kit/run.ts';
import { closeServer, listen, type RunningSimulator } from '../kit/serve.ts';
import { readGoogleData } from './data.ts';
import { startGoogleSimulator } from './server.ts';
import { type Answer, callApi, control, signIn } from './test-client.ts';

const location = 'accounts/9/locations/90';
let google: RunningSimulator;
let token: string;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  token = (await signIn(google.url)).access;
});
afterAll(() => google.close());

const get = (path: string) => callApi(`${google.url}${path}`, token);
const seed = (count: number) => control(google.url, { action: 'seed', location, count });
const errorOf = (answer: Answer): JsonObject => (isJsonObject(answer.body.error) ? answer.body.error : {});

async function readAll(path: string, from = ''): Promise<{ reviews: JsonObject[]; pages: number }> {
  const reviews: JsonObject[] = [];
  let pages = 0;
  for (let next = from; ; ) {
    const { body } = await get(`${path}${next === '' ? '' : `&pageToken=${next}`}`);
    reviews.push(...objectsIn(body.reviews));
    pages += 1;
    next = stringField(body, 'nextPageToken') ?? '';
    if (next === '') return { reviews, pages };
  }
}

describe('accounts and locations', () => {
  it('lists the personal account first', async () => {
    const { body } = await get('/v1/accounts');
    expect(objectsIn(body.accounts).map((account) => account.type)).toEqual(['PERSONAL', 'LOCATION_GROUP']);
  });

  it('requires a readMask and returns only what it names', async () => {
    const account = 'accounts/117390455802146213377';
    const bare = await get(`/v1/${account}/locations`);
    expect([bare.status, errorOf(bare).status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect((await get(`/v1/${account}/locations?readMask=nonsense`)).status).toBe(400);
    const { body } = await get(`/v1/${account}/locations?readMask=name,metadata.placeId&pageSize=2`);
    expect(objectsIn(body.locations)).toHaveLength(2);
    expect(objectsIn(body.locations)[0]).toEqual({
      name: 'locations/6394464039148850881',
      metadata: { placeId: expect.stringContaining('ChIJ') },
    });
    const rest = await get(
      `/v1/${account}/locations?readMask=name,metadata.placeId&pageSize=2&pageToken=${body.nextPageToken}`,
    );
    expect(objectsIn(rest.body.locations)).toHaveLength(1);
    expect(rest.body.nextPageToken).toBeUndefined();
  });

  it('clamps the page size to 100 and refuses a negative one', async () => {
    for (let id = 0; id < 101; id += 1) {
      await control(google.url, { action: 'seed', location: `accounts/9/locations/${id}`, count: 0 });
    }
    const { body } = await get('/v1/accounts/9/locations?readMask=name&pageSize=1000');
    expect(objectsIn(body.locations)).toHaveLength(100);
    expect(objectsIn((await get('/v1/accounts/9/locations?readMask=name')).body.locations)).toHaveLength(10);
    expect((await get('/v1/accounts/9/locations?readMask=name&pageSize=-1')).status).toBe(400);
  });

  it('refuses an account without a role, and one that does not exist', async () => {
    const foreign = await get('/v1/accounts/104417722930051876651/locations?readMask=name');
    expect([foreign.status, errorOf(foreign).status]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await get('/v1/accounts/0/locations?readMask=name')).status).toBe(404);
  });
});

describe('reading reviews', () => {
  it('reads each review of the data folder once, with the computed figures', async () => {
    const data = readGoogleData(
      JSON.parse(readFileSync(join(demoDataFolder(), 'google.json'), 'utf8')),
      'google.json',
    );
    for (const [name, wanted] of data.reviews) {
      const { reviews, pages } = await readAll(`/v4/${name}/reviews?pageSize=50`);
      expect(pages).toBe(Math.ceil(wanted.length / 50));
      expect(new Set(reviews.map((review) => review.reviewId))).toEqual(
        new Set(wanted.map((review) => review.reviewId)),
      );
      expect(reviews).toHaveLength(wanted.length);
      const { body } = await get(`/v4/${name}/reviews?pageSize=1`);
      const stars = wanted.map((review) =>
        ['', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'].indexOf(String(review.starRating)),
      );
      expect(body.totalReviewCount).toBe(wanted.length);
      expect(body.averageRating).toBeCloseTo(
        stars.reduce((sum, value) => sum + value, 0) / wanted.length,
        10,
      );
    }
  });

  it('paging stays correct when a review is deleted and another added between two pages', async () => {
    await seed(120);
    const first = await get(`/v4/${location}/reviews?pageSize=50`);
    await control(google.url, { action: 'delete-review', name: `${location}/reviews/seed-1` });
    await control(google.url, {
      action: 'put-review',
      location,
      review: { reviewId: 'new', starRating: 'FIVE' },
    });
    const rest = await readAll(`/v4/${location}/reviews?pageSize=50`, String(first.body.nextPageToken));
    const ids = [...objectsIn(first.body.reviews), ...rest.reviews].map((review) => review.reviewId);
    expect(new Set(ids).size).toBe(120);
  });

  it('orders by time and by rating, and binds the page token to the query', async () => {
    await seed(60);
    const times = (await readAll(`/v4/${location}/reviews?pageSize=50`)).reviews.map((review) =>
      String(review.updateTime),
    );
    expect(times).toEqual(times.toSorted().toReversed());
    const worst = await get(`/v4/${location}/reviews?orderBy=rating&pageSize=50`);
    expect(objectsIn(worst.body.reviews)[0]?.starRating).toBe('ONE');
    const best = await get(`/v4/${location}/reviews?orderBy=rating%20desc`);
    expect(objectsIn(best.body.reviews)[0]?.starRating).toBe('FIVE');
    expect((await get(`/v4/${location}/reviews?orderBy=updateTime`)).status).toBe(400);
    expect((await get(`/v4/${location}/reviews?pageToken=${worst.body.nextPageToken}`)).status).toBe(400);
    expect((await get(`/v4/${location}/reviews?pageToken=abc`)).status).toBe(400);
  });

  it('clamps the page size to 50 and leaves out defaults', async () => {
    await seed(60);
    expect(objectsIn((await get(`/v4/${location}/reviews?pageSize=500`)).body.reviews)).toHaveLength(50);
    await seed(0);
    expect((await get(`/v4/${location}/reviews`)).body).toEqual({});
  });

  it('gives one flat element per review for several locations', async () => {
    await seed(30);
    await control(google.url, { action: 'seed', location: 'accounts/9/locations/91', count: 25, label: 'b' });
    const ids: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await callApi(`${google.url}/v4/accounts/9/locations:batchGetReviews`, token, {
        method: 'POST',
        body: JSON.stringify({
          locationNames: [location, 'accounts/9/locations/91'],
          pageSize: 20,
          pageToken,
        }),
      });
      ids.push(
        ...objectsIn(body.locationReviews).map((item) =>
          isJsonObject(item.review) ? item.review.name : null,
        ),
      );
      pageToken = stringField(body, 'nextPageToken');
    } while (pageToken);
    expect(ids).toHaveLength(55);
    expect(new Set(ids).size).toBe(55);
  });

  it('answers 404 for a deleted review and moves an edited one to the front', async () => {
    await seed(5);
    const name = `${location}/reviews/seed-4`;
    await control(google.url, {
      action: 'put-review',
      location,
      review: { reviewId: 'seed-4', comment: 'Edited' },
    });
    expect(objectsIn((await get(`/v4/${location}/reviews`)).body.reviews)[0]).toMatchObject({
      comment: 'Edited',
    });
    await control(google.url, { action: 'delete-review', name });
    const gone = await get(`/v4/${name}`);
    expect([gone.status, errorOf(gone).status]).toEqual([404, 'NOT_FOUND']);
    expect((await get(`/v4/${location}/reviews`)).body.totalReviewCount).toBe(4);
  });

  it('does not accept an encoded slash in a resource name', async () => {
    expect((await get(`/v4/${encodeURIComponent(location)}/reviews`)).status).toBe(404);
  });
});

describe('notifications', () => {
  it('pushes a signed message when the account has requested it', async () => {
    const received: { body: string; token: string }[] = [];
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      received.push({ body: Buffer.concat(chunks).toString(), token: request.headers.authorization ?? '' });
      response.writeHead(204).end();
    });
    const url = `http://127.0.0.1:${await listen(receiver, 0)}/push`;
    await seed(1);
    const order = { action: 'push', url, name: `${location}/reviews/seed-1` };
    expect(await control(google.url, order)).toEqual({ sent: false });
    const setting = { pubsubTopic: 'projects/p/topics/t', notificationTypes: ['NEW_REVIEW'] };
    const path = '/v1/accounts/9/notificationSetting';
    await callApi(`${google.url}${path}?updateMask=pubsubTopic,notificationTypes`, token, {
      method: 'PATCH',
      body: JSON.stringify(setting),
    });
    expect((await get(path)).body).toEqual({ name: 'accounts/9/notificationSetting', ...setting });
    expect(await control(google.url, order)).toEqual({ sent: true, status: 204 });
    await closeServer(receiver);
    const { message } = JSON.parse(received[0]?.body ?? '');
    expect(JSON.parse(Buffer.from(message.data, 'base64').toString())).toMatchObject({
      review_name: order.name,
    });
    const claims = received[0]?.token.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: url,
      email_verified: true,
    });
  });
});

describe('replies', () => {
  const name = `${location}/reviews/seed-2`;
  const reply = (comment: string) =>
    callApi(`${google.url}/v4/${name}/reply`, token, { method: 'PUT', body: JSON.stringify({ comment }) });
  const stateOf = async () => {
    const { body } = await get(`/v4/${name}`);
    return isJsonObject(body.reviewReply) ? body.reviewReply.reviewReplyState : undefined;
  };

  beforeEach(() => seed(3));

  it('counts the limit in bytes', async () => {
    expect((await reply('ä'.repeat(2049))).status).toBe(400);
    expect((await reply('ä'.repeat(2048))).status).toBe(200);
    expect((await reply('  ')).status).toBe(400);
  });

  it('is pending first and approved later, and can be deleted', async () => {
    const { body } = await reply('Thank you');
    expect(body).toMatchObject({ comment: 'Thank you', reviewReplyState: 'PENDING' });
    expect(await stateOf()).toBe('PENDING');
    await control(google.url, { action: 'clock', advanceSeconds: 4 });
    expect(await stateOf()).toBe('APPROVED');
    const removed = await callApi(`${google.url}/v4/${name}/reply`, token, { method: 'DELETE' });
    expect([removed.status, removed.body]).toEqual([200, {}]);
    expect(await stateOf()).toBeUndefined();
  });

  it('can be rejected with a reason', async () => {
    await control(google.url, {
      action: 'moderation',
      verdict: 'REJECTED',
      policyViolation: 'OFF_TOPIC',
      delaySeconds: 0,
    });
    await reply('Buy now');
    const { body } = await get(`/v4/${name}`);
    expect(body.reviewReply).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation: 'OFF_TOPIC' });
  });
});

describe('limits and faults', () => {
  beforeEach(() => seed(10));

  it('answers 429 above the quota of a minute, and counts again in the next minute', async () => {
    await control(google.url, { action: 'quota', perMinute: 2 });
    await get(`/v4/${location}/reviews`);
    await get(`/v4/${location}/reviews`);
    const third = await get(`/v4/${location}/reviews`);
    expect(third.status).toBe(429);
    expect(errorOf(third)).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '2' } }],
    });
    expect((await get('/v1/accounts')).status).toBe(200);
    await control(google.url, { action: 'clock', advanceSeconds: 61 });
    expect((await get(`/v4/${location}/reviews`)).status).toBe(200);
  });

  it('answers every call with 429 while the project is not approved', async () => {
    await control(google.url, { action: 'quota', perMinute: 0 });
    expect((await get('/v1/accounts')).status).toBe(429);
  });

  it('can be disabled for the project', async () => {
    await control(google.url, { action: 'service-disabled' });
    const off = await get(`/v4/${location}/reviews`);
    expect([off.status, errorOf(off).status]).toEqual([403, 'PERMISSION_DENIED']);
    expect(errorOf(off).details).toMatchObject([{ reason: 'SERVICE_DISABLED' }]);
  });

  it('answers 401 without a token', async () => {
    const bare = await callApi(`${google.url}/v1/accounts`, '');
    expect([bare.status, errorOf(bare).status]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('fails the next calls of a path as configured, then works again', async () => {
    await control(google.url, {
      action: 'fail',
      match: '*/reviews',
      times: 2,
      with: 'status',
      status: 429,
      retryAfter: 7,
    });
    const first = await get(`/v4/${location}/reviews`);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await get('/v1/accounts')).status).toBe(200);
    expect((await get(`/v4/${location}/reviews`)).status).toBe(429);
    expect((await get(`/v4/${location}/reviews`)).status).toBe(200);
  });

  it('can leave a call unanswered, cut the body, break the JSON and corrupt one item', async () => {
    const url = `${google.url}/v4/${location}/reviews`;
    const headers = { authorization: `Bearer ${token}` };
    await control(google.url, { action: 'fail', match: '/reviews', with: 'timeout' });
    await expect(fetch(url, { headers, signal: AbortSignal.timeout(150) })).rejects.toThrow();
    await control(google.url, { action: 'fail', match: '/reviews', with: 'cut' });
    await expect(fetch(url, { headers }).then((response) => response.text())).rejects.toThrow();
    await control(google.url, { action: 'fail', match: '/reviews', with: 'bad-json' });
    const broken = await (await fetch(url, { headers })).text();
    expect(() => JSON.parse(broken)).toThrow();
    await control(google.url, {
      action: 'fail',
      match: '/reviews',
      with: 'malformed',
      list: 'reviews',
      index: 3,
      patch: { starRating: 7 },
    });
    expect(
      objectsIn((await get(`/v4/${location}/reviews`)).body.reviews).map((review) => review.starRating)[3],
    ).toBe(7);
  });

  it('lists the calls without tokens', async () => {
    await callApi(`${google.url}/v1/accounts?access_token=${token}&pageSize=5`, token);
    const ledger = await (await fetch(`${google.url}/_control/calls?match=/v1/accounts`)).text();
    expect(ledger).toContain('/v1/accounts?access_token=hidden&pageSize=5');
    expect(ledger).not.toContain(token);
  });

  it('accepts control calls as JSON only, and refuses unknown names', async () => {
    const order = JSON.stringify({ action: 'reset' });
    const plain = await fetch(`${google.url}/_control`, { method: 'POST', body: order });
    expect(plain.status).toBe(400);
    await expect(control(google.url, { action: 'dance' })).rejects.toThrow('unknown action');
  });
});
