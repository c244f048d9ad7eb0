/** Tagging a review with the picker, and managing tags: by mouse, by keyboard, for each role, and when something fails. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { ReviewTag } from '@kindling/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { query } from '../../../lib/api/client.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { makeTag } from '../../../testing/tags.ts';
import { ManageTags } from './manage-tags.tsx';
import { TagChips } from './tag-chips.tsx';
import { TagPicker } from './tag-picker.tsx';
import { useTagsById } from './use-tags.ts';

const delivery = makeTag();
const staff = makeTag({ id: '0199f000-0000-7000-8000-000000000102', name: 'Staff', color: 'green' });
const created = makeTag({ id: '0199f000-0000-7000-8000-000000000103', name: 'Café', reviewCount: 0 });

function OneReview({ id }: { id: string }) {
  const { data } = useQuery(query.reviews.get.queryOptions({ input: { id } }));
  return data === undefined ? null : (
    <>
      <TagChips review={data.review} removable />
      <TagPicker review={data.review} />
    </>
  );
}

function Drawer() {
  const [opened, setOpened] = useState(true);
  return <ManageTags opened={opened} onClose={() => setOpened(false)} />;
}

/** A server that keeps one review and the tags. */
function server(review: OwnReview, tags: ReviewTag[]) {
  const state = { review, tags, sent: [] as unknown[] };
  const answers: ApiAnswers = {
    [`GET /reviews/${review.id}`]: () => ({ review: state.review }),
    'GET /tags': () => ({ tags: state.tags }),
    'GET /reviews/languages': { languages: ['de', 'sr'] },
    'POST /tags': async (_url, request) => {
      const { name } = (await request.json()) as { name: string };
      state.sent.push({ create: name });
      state.tags = [...state.tags, { ...created, name }];
      return Response.json({ tag: { ...created, name } }, { status: 201 });
    },
    [`PUT /reviews/${review.id}/tags`]: async (_url, request) => {
      const { add = [], remove = [] } = (await request.json()) as { add?: string[]; remove?: string[] };
      state.sent.push({ add, remove });
      const tagIds = [...state.review.tagIds.filter((id) => !remove.includes(id)), ...add];
      state.review = { ...state.review, tagIds };
      return { review: state.review };
    },
  };
  return { state, answers };
}

const chips = () => page.getByRole('list', { name: 'Tags' });

test('the picker finds, ticks, unticks and creates tags with the keyboard only', async () => {
  const review = makeReview({ tagIds: [delivery.id], ruleTagIds: [delivery.id] });
  const { state, answers } = server(review, [delivery, staff]);
  await renderScreen(<OneReview id={review.id} />, { answers });
  await expect.element(chips().getByText('Delivery')).toBeVisible();
  await expect.element(chips().getByLabelText('added by a rule')).toBeVisible();
  const button = page.getByRole('button', { name: 'Add tag' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  const search = page.getByRole('textbox', { name: 'Find or create a tag' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('sta');
  await expect.element(page.getByRole('option', { name: 'Staff' })).toHaveAttribute('data-combobox-selected');
  await userEvent.keyboard('{Enter}');
  await expect.element(chips().getByText('Staff')).toBeVisible();
  await expect.poll(() => state.sent).toEqual([{ add: [staff.id], remove: [] }]);
  await search.fill('cafe');
  await expect.element(page.getByRole('option', { name: 'Create “cafe”' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(chips().getByText('cafe')).toBeVisible();
  await expect
    .poll(() => state.sent.slice(1))
    .toEqual([{ create: 'cafe' }, { add: [created.id], remove: [] }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await page.getByRole('button', { name: 'Remove the tag Delivery' }).click();
  await expect.element(chips().getByText('Delivery')).not.toBeInTheDocument();
});

test('an exact name is not offered again, whatever its case and accents', async () => {
  const review = makeReview();
  const { answers } = server(review, [makeTag({ name: 'Café' })]);
  await renderScreen(<OneReview id={review.id} />, { answers });
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Find or create a tag' }).fill('CAFE');
  await expect.element(page.getByRole('option', { name: 'Café' })).toBeVisible();
  await expect.element(page.getByText(/Create “/)).not.toBeInTheDocument();
});

test('a refusal says why and takes the tag away again', async () => {
  const review = makeReview();
  const { answers } = server(review, [staff]);
  await renderScreen(<OneReview id={review.id} />, {
    answers: {
      ...answers,
      [`PUT /reviews/${review.id}/tags`]: () =>
        Response.json(
          { type: 'about:blank', title: '', status: 409, code: 'limit-reached', requestId: 'r' },
          { status: 409, headers: { 'content-type': 'application/problem+json' } },
        ),
    },
  });
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('option', { name: 'Staff' }).click();
  await expect.element(page.getByText('A review can have at most 20 tags.')).toBeVisible();
  await expect.element(chips()).not.toBeInTheDocument();
});

test('a viewer sees tags and no way to change them', async () => {
  const review = makeReview({ tagIds: [delivery.id] });
  const { answers } = server(review, [delivery]);
  const session: SessionOptions = { account: { ...ownAccount, role: 'viewer' } };
  await renderScreen(<OneReview id={review.id} />, { answers, ...session });
  await expect.element(chips().getByText('Delivery')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('a viewer opens the tags, with nothing about changing them', async () => {
  const { answers } = server(makeReview(), [delivery]);
  const session: SessionOptions = { account: { ...ownAccount, role: 'viewer' } };
  await renderScreen(<Drawer />, { answers, ...session });
  const dialog = page.getByRole('dialog', { name: 'Tags', exact: true });
  await expect.element(dialog.getByText('Delivery')).toBeVisible();
  await expect.element(dialog.getByText(/Your role/)).not.toBeInTheDocument();
});

test('a deleted tag is not shown', async () => {
  const review = makeReview({ tagIds: [delivery.id, staff.id] });
  const { answers } = server(review, [staff]);
  await renderScreen(<OneReview id={review.id} />, { answers });
  await expect.element(chips().getByText('Staff')).toBeVisible();
  expect(chips().getByRole('listitem').all()).toHaveLength(1);
});

test('tags are listed with their counts, created, and given a rule with a preview', async () => {
  const review = makeReview();
  const { state, answers } = server(review, [delivery]);
  const updates: unknown[] = [];
  await renderScreen(<Drawer />, {
    answers: {
      ...answers,
      'POST /tags/preview': async (_url, request) => {
        const { rule } = (await request.json()) as { rule: { words: string[] } };
        const matched = rule.words.includes('cake') ? 2 : 0;
        const hit = { before: '…after all the good ', found: 'cake', after: 's' };
        return {
          seen: 500,
          matched,
          examples: [
            { id: review.id, authorName: 'Ana', rating: 5, recommendation: null, text: 'We waited', hit },
          ],
        };
      },
      [`PUT /tags/${created.id}`]: async (_url, request) => {
        const body = (await request.json()) as Pick<ReviewTag, 'name' | 'color' | 'rule'>;
        updates.push(body);
        state.tags = state.tags.map((tag) => (tag.id === created.id ? { ...tag, ...body } : tag));
        return { tag: { ...created, ...body } };
      },
      [`POST /tags/${created.id}/run`]: () => {
        state.tags = state.tags.map((tag) =>
          tag.id === created.id ? { ...tag, run: { done: 50, total: 200 } } : tag,
        );
        return Response.json({ tag: state.tags.at(-1) }, { status: 202 });
      },
    },
  });
  await expect.element(page.getByText('3 reviews')).toBeVisible();
  await page.getByRole('textbox', { name: 'New tag' }).fill('Sweets');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('button', { name: 'Edit the tag Sweets' }))
    .toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('switch', { name: 'Tag reviews automatically' }).click();
  await expect.element(page.getByText('Choose at least one condition.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Any of these words' }).fill('cake');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 of the newest 500 reviews match.')).toBeVisible();
  await expect.element(page.getByText('…after all the good cakes')).toBeVisible();
  await expect.element(page.getByRole('mark')).toHaveTextContent('cake');
  await page.getByRole('combobox', { name: 'Any of these words' }).fill('kaputt, cassé, Cake');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('combobox', { name: 'Languages' }).click();
  await expect.element(page.getByRole('option', { name: 'German' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'French' })).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Serbian' }).click();
  await page.getByRole('radio', { name: 'Teal' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => updates).toHaveLength(1);
  expect(updates[0]).toMatchObject({
    name: 'Sweets',
    color: 'teal',
    rule: { words: ['cake', 'kaputt', 'cassé'], rating: null, languages: ['sr'] },
  });
  await expect.element(page.getByText(/Apply it to earlier reviews too\?/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply to earlier reviews' }).click();
  await expect.element(page.getByText('50 of 200 reviews checked')).toBeVisible();
  state.tags = state.tags.map((tag) =>
    tag.id === created.id ? { ...tag, run: null, reviewCount: 16 } : tag,
  );
  await expect.element(page.getByText(/^16 reviews now have this tag\./)).toBeVisible();
  const link = page.getByRole('link', { name: 'Show them' });
  await expect.element(link).toHaveAttribute('href', `/reviews?tagId=${created.id}`);
  await link.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

function Names({ onRender }: { onRender: () => void }) {
  useEffect(onRender);
  return <p>Names: {[...useTagsById().values()].map(({ name }) => name).join(', ')}</p>;
}

test('the progress of a rule renders nothing that shows only names', async () => {
  let asked = 0;
  let renders = 0;
  const rule = { words: ['late'], rating: null, sources: [], languages: [], recommendation: null };
  const tagAt = (done: number) => makeTag({ rule, run: { done, total: 200 } });
  await renderScreen(
    <>
      <Names
        onRender={() => {
          renders += 1;
        }}
      />
      <Drawer />
    </>,
    {
      answers: {
        'GET /tags': () => {
          asked += 1;
          return { tags: [tagAt(asked)] };
        },
      },
    },
  );
  await expect.element(page.getByText('Names: Delivery')).toBeInTheDocument();
  const before = renders;
  await page.getByRole('button', { name: 'Edit the tag Delivery' }).click();
  await expect.element(page.getByText(/^(?:[3-9]|\d\d) of 200 reviews checked/)).toBeVisible();
  expect(renders).toBe(before);
});

test('merging and deleting ask with the number of reviews', async () => {
  const { state, answers } = server(makeReview(), [delivery, staff]);
  const calls: unknown[] = [];
  await renderScreen(<Drawer />, {
    answers: {
      ...answers,
      [`POST /tags/${delivery.id}/merge`]: async (_url, request) => {
        calls.push(await request.json());
        state.tags = [staff];
        return { tag: staff };
      },
    },
  });
  await page.getByRole('button', { name: 'Edit the tag Delivery' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(/3 reviews lose it/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(/3 reviews lose it/)).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: 'Staff' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.element(page.getByText(/3 reviews get “Staff” instead/)).toBeVisible();
  await page.getByRole('button', { name: 'Merge tags' }).click();
  await expect.element(page.getByRole('button', { name: 'Edit the tag Delivery' })).not.toBeInTheDocument();
  expect(calls).toEqual([{ into: staff.id }]);
});

test('a taken name, a failure to load, and no tags at all each say what to do', async () => {
  const review = makeReview();
  const { state, answers } = server(review, []);
  let broken = true;
  await renderScreen(<Drawer />, {
    answers: {
      ...answers,
      'GET /tags': () => (broken ? 500 : { tags: state.tags }),
      'POST /tags': () =>
        Response.json(
          { type: 'about:blank', title: '', status: 409, code: 'conflict', requestId: 'r' },
          { status: 409, headers: { 'content-type': 'application/problem+json' } },
        ),
    },
  });
  await expect.element(page.getByText('That did not work')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Sort reviews with tags')).toBeVisible();
  await page.getByRole('textbox', { name: 'New tag' }).fill('Cake');
  const create = page.getByRole('button', { name: 'Create' });
  const top = () => create.element().getBoundingClientRect().top;
  const before = top();
  await create.click();
  await expect.element(page.getByText('A tag with this name already exists.')).toBeVisible();
  expect(top()).toBe(before);
});
