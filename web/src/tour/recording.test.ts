/** The recording against the contract of today, and what must not be in it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@kindling/contract/api';
import { ownReviewSchema } from '@kindling/contract/reviews';
import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { type Recording, unpackReviews } from './recording.ts';

const file = join(import.meta.dirname, 'recording.json');
const text = readFileSync(file, 'utf8');
const recording: Recording = JSON.parse(text);
const again = 'the API has changed: record the tour again with `npm run record-tour` (CONTRIBUTING.md)';

/** The contract's schema of a call's output. */
function outputSchema(call: string): typeof ownReviewSchema {
  const [group = '', name = ''] = call.split('.');
  const procedure = Object.entries(Object.fromEntries(Object.entries(api))[group] ?? {}).find(
    ([key]) => key === name,
  )?.[1];
  if (!isContractProcedure(procedure)) throw new Error(`The contract has no call "${call}".`);
  // Every schema of the contract is one of the same library.
  return procedure['~orpc'].outputSchema as unknown as typeof ownReviewSchema;
}

test('every recorded answer is one that the contract allows', () => {
  for (const { call, output } of recording.answers) {
    const parsed = outputSchema(call).safeParse(output);
    expect(parsed.error?.issues ?? [], `${call}: ${again}`).toEqual([]);
    expect(parsed.data, `${call}: ${again}`).toEqual(output);
  }
});

test('every recorded review is one that the contract allows', () => {
  const reviews = unpackReviews(recording.reviews);
  expect(reviews.length).toBeGreaterThan(100);
  for (const review of reviews) {
    const parsed = ownReviewSchema.safeParse(review);
    expect(parsed.error?.issues ?? [], again).toEqual([]);
    expect(parsed.data, again).toEqual(review);
  }
});

test('no time is later than the beginning of the recorded day', () => {
  // The next syncs are still to come.
  const past = text.replace(/"next(?:Sync|FullPass)At":"[^"]+"/g, '');
  const times = past.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter((time) => Date.parse(time) >= Date.parse(recording.day))).toEqual([]);
});

test('it is small, and has no address, key or path of the machine that recorded it', () => {
  expect(statSync(file).size).toBeLessThanOrEqual(300 * 1024);
  const ofMachine = /localhost|127\.0\.0\.1|\/tmp\/|\/home\/|Bearer |eyJ[\w-]{10}|kindling\.local/g;
  expect(text.match(ofMachine) ?? []).toEqual([]);
  const hosts = [...text.matchAll(/https?:\/\/([^/"\\]+)/g)].map(([, host = '']) => host);
  expect(hosts.filter((host) => !/(^|\.)example(\.com|\.org)?$/.test(host))).toEqual([]);
});
