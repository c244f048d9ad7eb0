import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import { type Answer, callApi, control, postForm, readControl, signIn, switchFault } from './test-client.ts';

const location = 'accounts/9/locations/90';
let google: RunningSimulator;
let access: string;
let refresh: string;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  await control(google.url, { action: 'seed', location, count: 10 });
  ({ access, refresh } = await signIn(google.url));
});
afterAll(() => google.close());

const arm = (name: string, more: JsonObject = {}) => switchFault(google.url, name, more);
const get = (path: string) => callApi(`${google.url}${path}`, access);
const reviews = () => get(`/v4/${location}/reviews`);
const place = () => get('/v1/locations/90?readMask=*');
const errorOf = ({ status, body }: Answer) => [
  status,
  isJsonObject(body.error) ? body.error.status : body.error,
];
const renew = (refresh_token: string) =>
  postForm(`${google.url}/token`, {
    grant_type: 'refresh_token',
    client_id: 'kindling-local',
    client_secret: 'kindling-local-secret',
    refresh_token,
  });

describe('tokens and roles', () => {
  it('revoked: every token is invalid, and a new consent works', async () => {
    await arm('revoked', { location });
    expect(errorOf(await reviews())).toEqual([401, 'UNAUTHENTICATED']);
    expect(errorOf(await renew(refresh))).toEqual([400, 'invalid_grant']);
    ({ access } = await signIn(google.url));
    expect((await reviews()).status).toBe(200);
  });

  it('scope-removed: the tokens stay valid, without the scope', async () => {
    await arm('scope-removed');
    const refused = await reviews();
    expect(errorOf(refused)).toEqual([403, 'PERMISSION_DENIED']);
    expect(JSON.stringify(refused.body)).toContain('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    expect(String((await renew(refresh)).body.scope)).not.toContain('business.manage');
    ({ access } = await signIn(google.url));
    expect((await reviews()).status).toBe(200);
  });

  it('page-role-lost: the person has no role on the account until the fault ends', async () => {
    await arm('page-role-lost', { location: 'locations/90' });
    expect(errorOf(await reviews())).toEqual([403, 'PERMISSION_DENIED']);
    expect((await get('/v1/accounts')).status).toBe(200);
    await arm('page-role-lost', { off: true });
    expect((await reviews()).status).toBe(200);
  });

  it('refresh-race: many refreshes can run at the same time, and each is counted', async () => {
    await arm('refresh-race', { hold: true });
    const answers = [renew(refresh), renew(refresh), renew(refresh)];
    await expect.poll(() => readControl(google.url, 'refreshes')).toEqual({ calls: 3, open: 3, most: 3 });
    await arm('refresh-race', { off: true });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readControl(google.url, 'refreshes')).toEqual({ calls: 3, open: 0, most: 3 });
  });

  it('refresh-rotates: each refresh gives a new refresh token and ends the old one', async () => {
    await arm('refresh-rotates');
    const first = await renew(refresh);
    expect(errorOf(await renew(refresh))).toEqual([400, 'invalid_grant']);
    expect((await renew(String(first.body.refresh_token))).status).toBe(200);
  });

  it('sim-restart: tokens, page tokens and keys become invalid', async () => {
    const keys = async () => JSON.stringify((await get('/oauth2/v3/certs')).body);
    const before = await keys();
    const { body } = await get(`/v4/${location}/reviews?pageSize=5`);
    await arm('sim-restart');
    expect(errorOf(await reviews())).toEqual([401, 'UNAUTHENTICATED']);
    expect(errorOf(await renew(refresh))).toEqual([400, 'invalid_grant']);
    ({ access } = await signIn(google.url));
    expect((await get(`/v4/${location}/reviews?pageSize=5&pageToken=${body.nextPageToken}`)).status).toBe(
      400,
    );
    expect((await reviews()).status).toBe(200);
    expect(await keys()).not.toBe(before);
  });
});

describe('faults of a location', () => {
  it('location-moved: another place id and address until the fault ends', async () => {
    const before = (await place()).body;
    await arm('location-moved', { location, placeId: 'ChIJ-new' });
    expect((await place()).body).toMatchObject({
      metadata: { placeId: 'ChIJ-new', newReviewUri: expect.stringContaining('ChIJ-new') },
      storefrontAddress: { locality: 'Berlin' },
    });
    await arm('location-moved', { off: true });
    expect((await place()).body).toEqual(before);
  });

  it('location-merged: a duplicate without reviews of its own until the fault ends', async () => {
    const into = 'accounts/9/locations/91';
    await control(google.url, { action: 'seed', location: into, count: 2, label: 'other' });
    await arm('location-merged', { location, into });
    expect((await place()).body.metadata).toMatchObject({
      duplicateLocation: 'locations/91',
      placeId: 'ChIJ-91',
    });
    expect(errorOf(await reviews())).toEqual([400, 'FAILED_PRECONDITION']);
    expect((await get(`/v4/${into}/reviews`)).body.totalReviewCount).toBe(12);
    await arm('location-merged', { off: true });
    expect((await get(`/v4/${into}/reviews`)).body.totalReviewCount).toBe(2);
    expect((await reviews()).body.totalReviewCount).toBe(10);
  });

  it('location-closed and location-unverified', async () => {
    await arm('location-closed', { location });
    expect((await place()).body.openInfo).toMatchObject({ status: 'CLOSED_PERMANENTLY' });
    expect((await reviews()).status).toBe(200);
    await arm('location-unverified', { location });
    expect(errorOf(await reviews())).toEqual([400, 'FAILED_PRECONDITION']);
  });
});

describe('replies', () => {
  const name = `${location}/reviews/seed-2`;
  const answer = (comment: string) =>
    callApi(`${google.url}/v4/${name}/reply`, access, { method: 'PUT', body: JSON.stringify({ comment }) });
  const stored = async () => (await get(`/v4/${name}`)).body.reviewReply;

  it('reply-elsewhere and reply-deleted-elsewhere', async () => {
    await arm('reply-elsewhere', { location, review: name, text: 'From the phone' });
    expect(await stored()).toMatchObject({ comment: 'From the phone', reviewReplyState: 'APPROVED' });
    await arm('reply-deleted-elsewhere', { location, review: name });
    expect(await stored()).toBeUndefined();
    await expect(arm('reply-deleted-elsewhere', { location, review: 'nobody' })).rejects.toThrow(
      'no such review',
    );
  });

  it('reply-rejected: one reply is accepted first and rejected later', async () => {
    await arm('reply-rejected', { policyViolation: 'HARASSMENT' });
    expect((await answer('Thanks')).body).toMatchObject({ reviewReplyState: 'PENDING' });
    expect(await stored()).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation: 'HARASSMENT' });
    await answer('Thanks again');
    expect(await stored()).toMatchObject({ reviewReplyState: 'PENDING' });
  });

  it('reply-timeout-but-applied: the reply is stored and the response is lost', async () => {
    await arm('reply-timeout-but-applied', { as: 'reset' });
    await expect(answer('Thanks')).rejects.toThrow();
    expect(await stored()).toMatchObject({ comment: 'Thanks' });
    expect(objectsIn((await readControl(google.url, 'faults')).faults)).toMatchObject([
      { touched: [name], on: false },
    ]);
  });
});
