/** Choosing reviews by hand: the list, its order, what is not shown and why, and the dialog that finds reviews. */
import { type EmbedSettings, embedSettingsSchema, maxPicks } from '@kindling/contract/embed-settings';
import type { Embed, EmbedPick } from '@kindling/contract/embeds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { query } from '../../../lib/api/client.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ownAccount } from '../../../testing/session.ts';
import { createSettingsForm } from '../settings/settings-form.ts';
import { PicksGroup } from './picks-group.tsx';

const embedId = '0199f000-0000-7000-8000-0000000000e1';
const idOf = (number: number) => `0199f000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;
const names = ['Ana', 'Ben', 'Cleo'];
const reviews = names.map((authorName, index) =>
  makeReview({ id: idOf(index), authorName, text: `Words of ${authorName}` }),
);

/** Nothing for a review that does not exist. */
function picksOf(id: string, state: EmbedPick['state'] = 'shown'): EmbedPick[] {
  return reviews
    .filter((one) => one.id === id)
    .map(({ source, authorName, rating, recommendation, text, writtenAt }) => ({
      id,
      state,
      review: { source, authorName, rating, recommendation, text, writtenAt },
    }));
}

interface Options {
  settings?: Partial<EmbedSettings>;
  unfilterableSources?: Embed['unfilterableSources'];
  answers?: ApiAnswers;
}

interface GroupProps {
  settings: Partial<EmbedSettings>;
  unfilterableSources: Embed['unfilterableSources'];
  onChanged: (settings: EmbedSettings) => void;
}

function Group({ settings, unfilterableSources, onChanged }: GroupProps) {
  const [current, setCurrent] = useState(embedSettingsSchema.parse(settings));
  const onChange = (_step: string, next: EmbedSettings) => {
    onChanged(next);
    setCurrent(next);
  };
  const form = createSettingsForm({ kind: 'widget', settings: current, error: null, onChange });
  return <PicksGroup form={form} embedId={embedId} unfilterableSources={unfilterableSources} />;
}

/** Reads what the reviews screen keeps of a review. */
function ReadReview({ id }: { id: string }) {
  useQuery(query.reviews.get.queryOptions({ input: { id } }));
  useQuery(query.reviewMarks.history.queryOptions({ input: { id } }));
  return null;
}

/** @returns the settings after each change, and the calls */
async function show({ settings = {}, unfilterableSources = [], answers = {} }: Options) {
  const changes: EmbedSettings[] = [];
  const { calls } = await renderScreen(
    <>
      <Group
        settings={settings}
        unfilterableSources={unfilterableSources}
        onChanged={(next) => changes.push(next)}
      />
      <ReadReview id={idOf(0)} />
    </>,
    {
      account: { ...ownAccount, role: 'manager' },
      answers: {
        [`POST /embeds/${embedId}/picks`]: async (_url, request) => {
          const { pickedIds } = (await request.json()) as { pickedIds: string[] };
          return { picks: pickedIds.flatMap((id) => picksOf(id)) };
        },
        'GET /reviews': { items: reviews, nextCursor: null },
        [`GET /reviews/${idOf(0)}`]: { review: makeReview(reviews[0]) },
        [`GET /reviews/${idOf(0)}/history`]: { entries: [] },
        ...answers,
      },
    },
  );
  await page.getByRole('button', { name: /^Chosen by hand/ }).click();
  return { changes, calls };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: 'Chosen by hand' })
    .getByRole('listitem')
    .elements()
    .map((row) => names.find((name) => row.textContent?.includes(name)) ?? 'gone');

test('reviews are found, ticked and unticked, and each tick counts at once', async () => {
  const { changes } = await show({});
  await expect.element(page.getByRole('button', { name: /^Chosen by hand.*None/ })).toBeVisible();
  await button('Choose reviews').click();
  await page.getByRole('checkbox', { name: 'Choose the review by Ben' }).click();
  await page.getByRole('checkbox', { name: 'Choose the review by Ana' }).click();
  await expect.element(page.getByText('2 of 50 chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Choose the review by Ben' }).click();
  expect(changes.map(({ pickedIds }) => pickedIds)).toEqual([[idOf(1)], [idOf(1), idOf(0)], [idOf(0)]]);
  await button('Done').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(rows()).toEqual(['Ana']);
});

test('the order changes by keyboard, and the focus stays with the review', async () => {
  const { changes } = await show({ settings: { pickedIds: [0, 1, 2].map(idOf) } });
  await expect.element(button('Move the review by Ana down')).toBeVisible();
  await expect.element(button('Move the review by Ana up')).toBeDisabled();
  (button('Move the review by Ana down').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toEqual(['Ben', 'Ana', 'Cleo']);
  await expect.element(button('Move the review by Ana down')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toEqual(['Ben', 'Cleo', 'Ana']);
  // There is no further down.
  await expect.element(button('Move the review by Ana up')).toHaveFocus();
  await button('Remove the review by Cleo').click();
  await expect.poll(rows).toEqual(['Ben', 'Ana']);
  expect(changes.at(-1)?.pickedIds).toEqual([idOf(1), idOf(0)]);
});

test('only these: all others are left out', async () => {
  const { changes } = await show({ settings: { pickedIds: [idOf(0)] } });
  await page.getByRole('switch', { name: /^Only these reviews/ }).click();
  expect(changes.at(-1)?.pickedOnly).toBe(true);
});

test('says of each that is not shown why, also of one that does not exist any more', async () => {
  await show({
    settings: { pickedIds: [idOf(0), idOf(1), idOf(9)] },
    answers: {
      [`POST /embeds/${embedId}/picks`]: {
        picks: [...picksOf(idOf(0), 'hidden'), ...picksOf(idOf(1), 'other-location')],
      },
    },
  });
  await expect.element(page.getByText('Not shown: you have hidden it.')).toBeVisible();
  await expect.element(page.getByText('Not shown: the widget leaves out its location.')).toBeVisible();
  await expect.element(page.getByText('Not shown: it no longer exists.')).toBeVisible();
  await expect.element(button('Remove the review by Deleted review')).toBeVisible();
});

test('where the law wants reviews shown alike, it says so and offers none of them', async () => {
  const own = makeReview({ id: idOf(5), source: 'first-party', authorName: 'Dora' });
  await show({
    unfilterableSources: ['first-party'],
    answers: { 'GET /reviews': { items: [own, ...reviews], nextCursor: null } },
  });
  await expect
    .element(page.getByText(/The law in your market requires that these reviews are shown alike.*Manual/))
    .toBeVisible();
  await button('Choose reviews').click();
  await expect.element(page.getByRole('checkbox', { name: 'Choose the review by Dora' })).toBeDisabled();
  await expect
    .element(page.getByText('Cannot be chosen: the law requires that these reviews are shown alike.'))
    .toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Choose the review by Ana' })).toBeEnabled();
});

test('offers reviews of the widget’s sources and locations only, and no more than it takes', async () => {
  const full = Array.from({ length: maxPicks }, (_, index) => idOf(index + 10));
  await show({
    settings: { pickedIds: full.slice(1), sources: ['google', 'facebook'] },
    answers: {
      'GET /reviews': {
        items: [...reviews, makeReview({ id: idOf(6), source: 'import', authorName: 'Eve' })],
        nextCursor: null,
      },
    },
  });
  await button('Choose reviews').click();
  await expect.element(page.getByText('Cannot be chosen: the widget leaves out its source.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Choose the review by Ana' }).click();
  await expect.element(page.getByText(/You have chosen the maximum/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Choose the review by Ben' })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: 'Choose the review by Ana' })).toBeEnabled();
});

test('search and filters ask the server for what the widget may show', async () => {
  const asked: string[] = [];
  await show({
    settings: { locationIds: [idOf(40)] },
    answers: {
      'GET /reviews': (url) => {
        asked.push(url.search);
        return { items: url.searchParams.has('search') ? [] : reviews, nextCursor: null };
      },
    },
  });
  await button('Choose reviews').click();
  await expect.element(page.getByRole('checkbox', { name: 'Choose the review by Ana' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('bread');
  await expect.element(page.getByText('No review matches.')).toBeVisible();
  const last = new URLSearchParams(asked.at(-1));
  expect(Object.fromEntries(last)).toMatchObject({ search: 'bread', hidden: 'false', locationId: idOf(40) });
  await page.getByRole('combobox', { name: 'Ratings' }).selectOptions('4');
  await expect.poll(() => new URLSearchParams(asked.at(-1)).get('rating')).toBe('4');
});

test('a failed search and a failed list can be tried again', async () => {
  let fails = true;
  await show({
    settings: { pickedIds: [idOf(0)] },
    answers: {
      [`POST /embeds/${embedId}/picks`]: () => (fails ? 503 : { picks: picksOf(idOf(0)) }),
    },
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.poll(rows).toEqual(['Ana']);
});

test('a pin takes a reason, is taken away again, and the reviews screen reads the review again', async () => {
  let pinned: { reason: string | null; at: string } | null = null;
  const reasons: unknown[] = [];
  const { calls } = await show({
    answers: {
      'GET /reviews': () => ({ items: [makeReview({ ...reviews[0], pinned })], nextCursor: null }),
      [`PUT /reviews/${idOf(0)}/pin`]: async (_url, request) => {
        const { reason } = (await request.json()) as { reason: string | null };
        reasons.push(reason);
        pinned = { reason, at: '2026-11-20T10:00:00.000Z' };
        return { review: makeReview({ ...reviews[0], pinned }) };
      },
      [`DELETE /reviews/${idOf(0)}/pin`]: () => {
        pinned = null;
        return { review: reviews[0] ?? makeReview() };
      },
    },
  });
  await button('Choose reviews').click();
  const pin = button('Pin the review by Ana');
  const reason = page.getByRole('textbox', { name: 'Reason, for your team only' });
  await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
  await pin.click();
  await reason.fill(' Our best ');
  await userEvent.keyboard('{Enter}');
  await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
  await expect.element(reason).not.toBeInTheDocument();
  expect(reasons).toEqual(['Our best']);
  await pin.click();
  await expect.element(reason).toHaveValue('Our best');
  await button('Remove the pin').click();
  await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
  expect(calls).toContain(`DELETE /reviews/${idOf(0)}/pin`);
  const after = () => calls.slice(calls.indexOf(`PUT /reviews/${idOf(0)}/pin`));
  await expect.poll(after).toContain(`GET /reviews/${idOf(0)}`);
  await expect.poll(after).toContain(`GET /reviews/${idOf(0)}/history`);
});
