import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import { control, switchFault } from './test-client.ts';

const location = 'accounts/9/locations/90';
const placeId = 'ChIJ-90';
let google: RunningSimulator;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  await control(google.url, { action: 'seed', location, title: 'Café Morgenrot', count: 40 });
});
afterAll(() => google.close());

async function ask(path: string, headers: Record<string, string> = {}, body?: JsonObject) {
  const key = { 'x-goog-api-key': 'kindling-local-secret', 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(`${google.url}/v1/${path}`, { ...init, headers: { ...key, ...headers } });
  const value: unknown = await response.json();
  return { status: response.status, body: isJsonObject(value) ? value : {} };
}
const mask = (paths: string) => ({ 'x-goog-fieldmask': paths });

it('requires a key and a mask, and refuses unknown fields and places', async () => {
  expect(await ask(`places/${placeId}`, { 'x-goog-api-key': '', ...mask('id') })).toMatchObject({
    status: 403,
    body: { error: { status: 'PERMISSION_DENIED' } },
  });
  expect(await ask(`places/${placeId}`, { 'x-goog-api-key': 'wrong', ...mask('id') })).toMatchObject({
    status: 400,
    body: { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
  });
  expect(await ask(`places/${placeId}`)).toMatchObject({
    status: 400,
    body: { error: { status: 'INVALID_ARGUMENT' } },
  });
  expect((await ask(`places/${placeId}`, mask('id,stars'))).status).toBe(400);
  expect(await ask('places/ChIJ-none', mask('id'))).toMatchObject({
    status: 404,
    body: { error: { status: 'NOT_FOUND' } },
  });
});

it('returns only what the mask names, also inside lists', async () => {
  const { body } = await ask(
    `places/${placeId}`,
    mask('id,displayName,reviews.rating,googleMapsLinks.reviewsUri'),
  );
  expect(body).toMatchObject({ id: placeId, displayName: { text: 'Café Morgenrot', languageCode: 'en' } });
  expect(Object.keys(body)).toEqual(['id', 'displayName', 'reviews', 'googleMapsLinks']);
  expect(objectsIn(body.reviews).every((review) => Object.keys(review).join() === 'rating')).toBe(true);
  expect((await ask(`places/${placeId}?fields=id`)).body).toEqual({ id: placeId });
});

it('returns at most five reviews with everything that must be shown with them', async () => {
  const { body } = await ask(`places/${placeId}`, mask('*'));
  expect(body).toMatchObject({
    userRatingCount: 40,
    rating: expect.any(Number),
    businessStatus: 'OPERATIONAL',
  });
  const reviews = objectsIn(body.reviews);
  expect(reviews).toHaveLength(5);
  for (const review of reviews) {
    expect(review).toMatchObject({
      name: expect.stringMatching(/^places\/ChIJ-90\/reviews\/\S+$/),
      authorAttribution: {
        displayName: expect.any(String),
        uri: expect.any(String),
        photoUri: expect.any(String),
      },
      flagContentUri: expect.stringMatching(/^https:/),
      googleMapsUri: expect.stringMatching(/^https:/),
      publishTime: expect.any(String),
    });
    expect(review.reviewReply).toBeUndefined();
  }
});

it('returns translation and original in separate fields', async () => {
  const comment = '(Translated by Google) Good\n\n(Original)\nGut';
  const review = { reviewId: 'de', starRating: 'FIVE', comment, createTime: '2026-11-01T10:00:00Z' };
  await control(google.url, { action: 'seed', location, reviews: [review] });
  const { body } = await ask(`places/${placeId}?languageCode=en`, mask('reviews'));
  expect(objectsIn(body.reviews)).toMatchObject([{ text: { text: 'Good' }, originalText: { text: 'Gut' } }]);
});

it('searches by text, page by page', async () => {
  for (const id of [1, 2, 3]) {
    await control(google.url, {
      action: 'seed',
      location: `accounts/9/locations/${id}`,
      title: `Morgenrot ${id}`,
      count: 0,
    });
  }
  const search = (body: JsonObject, paths = 'places.id,nextPageToken') =>
    ask('places:searchText', mask(paths), body);
  const first = await search({ textQuery: 'morgenrot', pageSize: 3 });
  const rest = await search({ textQuery: 'morgenrot', pageSize: 3, pageToken: first.body.nextPageToken });
  const ids = [...objectsIn(first.body.places), ...objectsIn(rest.body.places)].map((place) => place.id);
  expect(ids.toSorted()).toEqual(['ChIJ-1', 'ChIJ-2', 'ChIJ-3', placeId]);
  expect(rest.body.nextPageToken).toBeUndefined();
  expect((await search({ textQuery: 'nowhere at all' })).body).toEqual({});
  expect((await search({ textQuery: '' })).status).toBe(400);
  expect((await search({ textQuery: 'x' }, 'id')).status).toBe(400);
});

it('reports a place that moved, and one that is closed', async () => {
  await switchFault(google.url, 'location-moved', { location, placeId: 'ChIJ-new' });
  expect((await ask(`places/${placeId}`, mask('id,businessStatus,movedPlaceId'))).body).toEqual({
    id: placeId,
    businessStatus: 'CLOSED_PERMANENTLY',
    movedPlaceId: 'ChIJ-new',
  });
  expect((await ask('places/ChIJ-new', mask('id'))).body).toEqual({ id: 'ChIJ-new' });
});
