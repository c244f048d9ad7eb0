/** The tour answers from the recording and keeps changes in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnReview } from '@kindling/contract/reviews';
import { beforeEach, describe, expect, test } from 'vitest';
import { spanOf } from '../features/analytics/choice.ts';
import type { ApiInputs, ApiOutputs } from './api-types.ts';
import { daysSince, type Recording, shiftDays } from './recording.ts';
import { SampleAccount } from './sample-account.ts';
import { createTourLink } from './tour-link.ts';

const recording: Recording = JSON.parse(readFileSync(join(import.meta.dirname, 'recording.json'), 'utf8'));
const dayMs = 86_400_000;
/** Early in the day, five days after the recording. */
const now = Date.parse(recording.day) + 5 * dayMs + 60_000;
const today = new Date(now).toISOString().slice(0, 10);

let link: ReturnType<typeof createTourLink>;
beforeEach(() => {
  link = createTourLink(new SampleAccount(recording, now), ([, call]) => call === 'list');
});

const call = <Group extends keyof ApiOutputs, Call extends keyof ApiOutputs[Group] & string>(
  group: Group,
  name: Call,
  input: unknown = {},
) => link.call([group, name], input, { context: {} }) as Promise<ApiOutputs[Group][Call]>;

const list = async (input: ApiInputs['reviews']['list'] = {}) =>
  (await call('reviews', 'list', { limit: 100, ...input })).items;

async function firstUnanswered(): Promise<OwnReview> {
  const [review] = await list({ answered: false });
  if (review === undefined) throw new Error('Every sample review has a reply.');
  return review;
}

describe('the days', () => {
  test('the recorded day becomes today, and nothing is in the future', async () => {
    expect(daysSince(recording.day, now)).toBe(5);
    const [newest] = await list();
    expect(Date.parse(newest?.writtenAt ?? '')).toBeLessThan(now);
    expect(Date.parse(newest?.writtenAt ?? '')).toBeGreaterThan(now - 2 * dayMs);
    expect(
      (await call('connections', 'list')).connections.flatMap(({ listings }) =>
        listings.filter(({ lastSuccessAt }) => Date.parse(lastSuccessAt ?? '') >= now),
      ),
    ).toEqual([]);
  });

  test('times and days move together, other texts do not', () => {
    expect(
      shiftDays({ at: '2026-11-30T23:30:00.000Z', days: ['2026-11-30'], text: 'on 2026-11-30' }, 2),
    ).toEqual({
      at: '2026-12-02T23:30:00.000Z',
      days: ['2026-12-02'],
      text: 'on 2026-11-30',
    });
  });
});

describe('the reviews', () => {
  test('filters find what they say, count agrees with the list, and pages follow each other', async () => {
    for (const filter of [
      { rating: 2, ratingMode: 'down' },
      { answered: false },
      { withText: false },
      { language: 'fr' },
      { from: spanOf({ preset: '30' }, today).from },
    ] as const) {
      const { count } = await call('reviews', 'count', filter);
      const items: OwnReview[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await call('reviews', 'list', { ...filter, limit: 50, cursor: cursor ?? undefined });
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(items).toHaveLength(count);
      expect(new Set(items.map(({ id }) => id)).size).toBe(count);
      expect(count).toBeGreaterThan(0);
    }
    expect((await list({ rating: 2, ratingMode: 'down' })).every(({ rating }) => (rating ?? 9) <= 2)).toBe(
      true,
    );
  });

  test('a search finds words by their beginning', async () => {
    const found = await list({ search: 'camp' });
    expect(found.length).toBeGreaterThan(0);
    for (const { text, translation, authorName, reply } of found)
      expect([text, translation, authorName, reply?.text].join(' ')).toMatch(/\bcamp/i);
  });

  test('a reply, a tag and a note are kept until the page is left', async () => {
    const { id } = await firstUnanswered();
    const before = await call('reviews', 'figures');
    await call('reviews', 'reply', { id, text: 'Thank you', seen: null });
    const { review } = await call('reviews', 'get', { id });
    expect(review).toMatchObject({ answered: true, reply: { text: 'Thank you', state: 'published' } });
    expect((await call('reviews', 'figures')).unanswered).toBe(before.unanswered - 1);
    const [tag] = (await call('tags', 'list')).tags;
    await call('tags', 'ofReview', { id, add: [tag?.id], remove: [] });
    expect((await call('reviews', 'get', { id })).review.tagIds).toContain(tag?.id);
    await call('reviewMarks', 'addNote', { id, noteId: id, text: 'Ask Noa' });
    expect((await call('reviewMarks', 'notes', { id })).notes).toMatchObject([
      { text: 'Ask Noa', own: true },
    ]);
  });
});

describe('the dashboard', () => {
  test('the figures of a period add up to the reviews of the list', async () => {
    for (const preset of ['7', '30', '90', '12m', 'year', 'all'] as const) {
      const span = spanOf({ preset }, today);
      const { figures, trend, points, sources } = await call('analytics', 'figures', span);
      expect(figures.total, preset).toBe((await call('reviews', 'count', span)).count);
      const sum = (parts: readonly { total: number }[]) => parts.reduce((all, { total }) => all + total, 0);
      expect(sum(trend.points), preset).toBe(figures.total);
      expect(sum(points.map((point) => point.figures)), preset).toBe(figures.total);
      expect(sum(sources), preset).toBe(figures.total);
    }
  });

  test('visits are recorded for every period of the choice and every place', async () => {
    const { businesses } = await call('businesses', 'list');
    const [business] = businesses;
    for (const preset of ['7', '30', '90', 'all'] as const)
      for (const place of [{}, { businessId: business?.id }, { locationId: business?.locations[0]?.id }]) {
        const visits = await call('analytics', 'visits', { ...place, ...spanOf({ preset }, today) });
        expect(visits.embeds.now.views).toBeGreaterThanOrEqual(0);
      }
    await expect(call('analytics', 'visits', { from: '2026-01-02', to: '2026-01-03' })).rejects.toMatchObject(
      {
        code: 'tour-data',
      },
    );
  });

  test('words are counted in the period and the place', async () => {
    const all = await call('analytics', 'words');
    expect(all.languages.length).toBeGreaterThan(1);
    const [first] = all.languages;
    const [word] = first?.words ?? [];
    expect(word?.example.word.toLowerCase()).toBe(word?.word);
    const recent = await call('analytics', 'words', spanOf({ preset: '90' }, today));
    expect(recent.texts).toBeLessThan(all.texts);
  });
});

test('a changed code shows in the list, a removed one is gone', async () => {
  const codes = async () => (await call('codes', 'list', { kind: 'qr', days: '30' })).codes;
  const [first, second] = await codes();
  if (first === undefined || second === undefined) throw new Error('The sample has two codes.');
  const { code } = await call('codes', 'get', { id: first.id });
  await call('codes', 'update', { ...code, name: 'Window' });
  await call('codes', 'remove', { id: second.id });
  expect((await codes())[0]).toMatchObject({ id: first.id, name: 'Window', figures: first.figures });
  await expect(call('codes', 'get', { id: second.id })).rejects.toMatchObject({ code: 'not-found' });
});

test('what changes something else says that the tour saves nothing, and what was not recorded says so', async () => {
  await expect(call('tags', 'create', { name: 'x' })).rejects.toMatchObject({ code: 'tour' });
  await expect(call('embeds', 'list', { kind: 'widget' })).rejects.toMatchObject({ code: 'tour-data' });
});
