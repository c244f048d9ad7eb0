import { expect, test } from 'vitest';
import { packReviews, tidyAnswers } from './tour-recording.mjs';

const day = '2026-11-30';
const listing = '0199f000-0000-7000-8000-000000000011';
const review = (changes) => ({
  id: '0199f000-0000-7000-8000-0000000000aa',
  listingId: listing,
  text: 'Good',
  rating: 5,
  writtenAt: '2026-11-17T21:00:00.000Z',
  permalink: 'http://localhost:4001/r/1',
  platformUrl: null,
  contentVersion: 'v',
  ...changes,
});

test('the newest review is from the day before the recording, and the others keep their distance', () => {
  const [group] = packReviews(
    [review(), review({ writtenAt: '2026-11-16T20:00:00.000Z' }), review({ rating: 4 })],
    day,
  );
  const all = group.items.map((item) => ({ ...group.common, ...item }));
  expect(all.map(({ writtenAt }) => writtenAt)).toEqual([
    '2026-11-29T21:00:00.000Z',
    '2026-11-28T20:00:00.000Z',
    '2026-11-29T21:00:00.000Z',
  ]);
  expect(all.map(({ rating }) => rating)).toEqual([5, 5, 4]);
});

test('an item holds only what differs from its group', () => {
  const [group] = packReviews([review(), review(), review({ text: 'Bad', rating: 1 })], day);
  expect(group.items).toEqual([{}, {}, { text: 'Bad', rating: 1 }]);
});

test('ids, addresses and times of the machine are replaced, the same ones by the same', () => {
  const text = tidyAnswers(
    {
      day,
      answers: [
        {
          call: 'pipelines.list',
          input: {},
          output: {
            id: listing,
            again: listing,
            url: 'http://localhost:4000/r/x',
            other: 'https://maps.google.com/place',
            at: '2026-11-30T10:00:00.000Z',
            day: '2026-11-30',
          },
        },
      ],
      reviews: [],
    },
    'http://localhost:4000',
  );
  const [{ output }] = JSON.parse(text).answers;
  expect(output).toEqual({
    id: '0b000000-0000-7000-8000-000000000001',
    again: '0b000000-0000-7000-8000-000000000001',
    url: 'https://linden-fjord.example/r/x',
    other: 'https://linden-fjord.example/place',
    at: '2026-11-29T10:00:00.000Z',
    day: '2026-11-30',
  });
});
