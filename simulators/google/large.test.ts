import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectsIn, stringField } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { generateReviews } from './seed.ts';
import { startGoogleSimulator } from './server.ts';
import { callApi, control, signIn } from './test-client.ts';

const location = 'accounts/9/locations/90';
const many = process.env.KINDLING_TEST_ALL === '1' ? 50_000 : 10_000;
let google: RunningSimulator;
let token: string;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
  token = (await signIn(google.url)).access;
  await control(google.url, { action: 'quota', perMinute: 1_000_000 });
});
afterAll(() => google.close());

async function pass(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (let next = ''; ; ) {
    const { body } = await callApi(
      `${google.url}/v4/${location}/reviews?pageSize=50${next && `&pageToken=${next}`}`,
      token,
    );
    for (const review of objectsIn(body.reviews)) texts.set(String(review.reviewId), JSON.stringify(review));
    next = stringField(body, 'nextPageToken') ?? '';
    if (next === '') return texts;
  }
}

it('gives each of many reviews once, and another variant is the same place at a later time', async () => {
  const seed = (more: object) => control(google.url, { action: 'seed', location, count: many, ...more });
  expect(await seed({})).toMatchObject({ reviews: many });
  const before = await pass();
  expect(before.size).toBe(many);
  await seed({ mutateSeed: 7 });
  const after = await pass();
  const gone = [...before.keys()].filter((id) => !after.has(id)).length;
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const edited = [...after].filter(([id, text]) => before.has(id) && before.get(id) !== text).length;
  expect(added).toBe(many / 100);
  expect(gone).toBeGreaterThan(many / 125);
  expect(edited).toBeGreaterThan(many / 12.5);
  expect(after.size).toBe(many + added - gone);
});

it('generates the same reviews for the same options, and others for another variant', () => {
  const crop = { label: 'a', count: 300, newest: '2026-11-17T09:00:00Z', variant: 3 };
  expect(generateReviews(crop)).toEqual(generateReviews(crop));
  expect(generateReviews({ ...crop, variant: 4 })).not.toEqual(generateReviews(crop));
});
