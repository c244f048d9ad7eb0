/** The page of a pipeline: its draft, the preview, and what the editor says about fairness. */
import type { Pipeline } from '@kindling/contract/pipelines';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answersOf, pipeline } from '../../../testing/pipelines.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswer, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount } from '../../../testing/session.ts';
import { PipelineScreen } from '../pipeline-screen.tsx';

const path = '/review-pipeline/review';
const update = `PUT /pipelines/${pipeline.id}`;
const save = page.getByRole('button', { name: 'Save', exact: true });
const open = (group: string) => page.getByRole('button', { name: new RegExp(`^${group}`) }).click();

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1440, 1000);
});

test('a change is saved by the button, with the version that was read', async () => {
  const sent: Partial<Pipeline>[] = [];
  await renderScreen(<PipelineScreen />, {
    path,
    answers: answersOf({
      [update]: async (_url, request) => {
        const body = (await request.json()) as Pipeline;
        sent.push(body);
        return { pipeline: { ...pipeline, ...body, updatedAt: '2026-11-02T10:00:00.000Z' } };
      },
    }),
  });
  await open('Texts');
  await page.getByLabelText('Question', { exact: true }).fill('How was your coffee?');
  await expect.element(page.getByText('Not saved yet')).toBeVisible();
  await save.click();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(sent).toMatchObject([
    {
      slug: 'salt-quay',
      updatedAt: pipeline.updatedAt,
      settings: { texts: { en: { question: 'How was your coffee?' } } },
    },
  ]);
});

test('a conflict keeps what was typed, which can be saved over the newer version', async () => {
  const versions: unknown[] = [];
  const newer = '2026-11-03T10:00:00.000Z';
  const answers: ApiAnswer[] = [
    makeProblem(409, 'conflict'),
    { pipeline: { ...pipeline, name: 'Mine', updatedAt: '2026-11-04T10:00:00.000Z' } },
  ];
  let listed = 0;
  await renderScreen(<PipelineScreen />, {
    path,
    answers: answersOf({
      'GET /pipelines': () => {
        listed += 1;
        return { pipelines: [listed === 1 ? pipeline : { ...pipeline, name: 'Theirs', updatedAt: newer }] };
      },
      [update]: async (_url, request) => {
        versions.push(((await request.json()) as Pipeline).updatedAt);
        return answers.shift() ?? 501;
      },
    }),
  });
  await open('Name and link');
  const name = page.getByLabelText('Name of this page');
  await name.fill('Mine');
  await save.click();
  await expect.element(page.getByText('Someone else saved this page')).toBeVisible();
  await expect.element(name).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(versions).toEqual([pipeline.updatedAt, newer]);
});

test('a draft survives leaving the screen, and can be discarded', async () => {
  const { settings, name, slug, updatedAt } = pipeline;
  localStorage.setItem(
    `pipelineDraft:${pipeline.id}`,
    JSON.stringify({ updatedAt, draft: { name, slug, settings: { ...settings, threshold: 1 } } }),
  );
  await renderScreen(<PipelineScreen />, { path, answers: answersOf() });
  await expect
    .element(page.getByText('These changes are from your last visit.', { exact: false }))
    .toBeVisible();
  await expect.element(save).toBeEnabled();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect.element(save).toBeDisabled();
  await expect.poll(() => localStorage.getItem(`pipelineDraft:${pipeline.id}`)).toBeNull();
});

describe('a page that is left and opened again', () => {
  const name = page.getByLabelText('Name of this page');
  const reopen = async () => {
    await page.getByRole('tab', { name: 'Page', exact: true }).click();
    await open('Name and link');
  };
  const leave = async () => {
    await page.getByRole('tab', { name: 'Results' }).click();
    await expect.element(save).not.toBeInTheDocument();
  };
  /** A fake server with versions: it stores what was made from its newest one, after the gate has opened. */
  const show = async (gate: Promise<void> = Promise.resolve()) => {
    let stored = pipeline;
    const saved: string[] = [];
    await renderScreen(<PipelineScreen />, {
      path,
      answers: answersOf({
        'GET /pipelines': () => ({ pipelines: [stored] }),
        [update]: async (_url, request) => {
          const body = (await request.json()) as Pipeline;
          await gate;
          if (body.updatedAt !== stored.updatedAt) return makeProblem(409, 'conflict');
          saved.push(body.name);
          stored = { ...stored, ...body, updatedAt: `2026-11-02T10:00:0${saved.length}.000Z` };
          return { pipeline: stored };
        },
      }),
    });
    await open('Name and link');
    return saved;
  };

  test('keeps what was typed just before', async () => {
    await show();
    await name.fill('Counter');
    await leave();
    await reopen();
    await expect.element(name).toHaveValue('Counter');
    await expect.element(page.getByText('Not saved yet')).toBeVisible();
  });

  test('is saved again without a conflict right after it was saved', async () => {
    const saved = await show();
    await name.fill('Counter');
    await expect.poll(() => localStorage.getItem(`pipelineDraft:${pipeline.id}`)).not.toBeNull();
    await save.click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await leave();
    await reopen();
    await expect.element(name).toHaveValue('Counter');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await name.fill('Window');
    await save.click();
    await expect.poll(() => saved).toEqual(['Counter', 'Window']);
  });

  test('is saved again without a conflict when the first response came after it was opened', async () => {
    const gate = Promise.withResolvers<void>();
    const saved = await show(gate.promise);
    await name.fill('Counter');
    await save.click();
    await leave();
    await reopen();
    await expect.element(name).toHaveValue('Counter');
    await expect.element(save).toBeDisabled();
    await name.fill('Window');
    gate.resolve();
    await expect.element(save).toBeEnabled();
    await save.click();
    await expect.poll(() => saved).toEqual(['Counter', 'Window']);
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  test('is saved again without a conflict when the response came while it was closed', async () => {
    const gate = Promise.withResolvers<void>();
    const saved = await show(gate.promise);
    await name.fill('Counter');
    await save.click();
    await name.fill('Window');
    await leave();
    gate.resolve();
    await expect.poll(() => saved).toEqual(['Counter']);
    await reopen();
    await expect.element(name).toHaveValue('Window');
    await expect.element(save).toBeEnabled();
    await save.click();
    await expect.poll(() => saved).toEqual(['Counter', 'Window']);
  });
});

test('a stored draft that the server has already is left out', async () => {
  const { settings, name, slug } = pipeline;
  const older = '2026-10-01T10:00:00.000Z';
  localStorage.setItem(
    `pipelineDraft:${pipeline.id}`,
    JSON.stringify({ updatedAt: older, draft: { name, slug, settings } }),
  );
  const versions: unknown[] = [];
  await renderScreen(<PipelineScreen />, {
    path,
    answers: answersOf({
      [update]: async (_url, request) => {
        versions.push(((await request.json()) as Pipeline).updatedAt);
        return { pipeline };
      },
    }),
  });
  await open('Name and link');
  await page.getByLabelText('Name of this page').fill('Counter');
  await save.click();
  await expect.poll(() => versions).toEqual([pipeline.updatedAt]);
});

test('a stored draft that cannot be read is left out', async () => {
  localStorage.setItem(`pipelineDraft:${pipeline.id}`, '{"draft":{"settings":{"threshold":9}}}');
  await renderScreen(<PipelineScreen />, { path, answers: answersOf() });
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('typing is undone as one step', async () => {
  await renderScreen(<PipelineScreen />, { path, answers: answersOf() });
  await open('Name and link');
  const name = page.getByLabelText('Name of this page');
  await name.fill('Counter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(name).toHaveValue(pipeline.name);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.element(name).toHaveValue('Counter');
});

test('wording that asks for good reviews is pointed out, in the language of the text, and blocks nothing', async () => {
  await renderScreen(<PipelineScreen />, { path, answers: answersOf() });
  await open('Texts');
  const question = page.getByLabelText('Question', { exact: true });
  await question.fill('If you enjoyed it, give us 5 stars');
  await expect.element(page.getByText('“5 stars”')).toBeVisible();
  await expect.element(page.getByText('“If you enjoyed”')).toBeVisible();
  await expect.element(save).toBeEnabled();
  await question.fill('How was it?');
  await expect.element(page.getByText('“5 stars”')).not.toBeInTheDocument();
});

test('the preview asks for the step, the rating and the language; only the private box depends on the rating', async () => {
  const asked: { step: string; rating: unknown; language: string }[] = [];
  await renderScreen(<PipelineScreen />, {
    path,
    answers: answersOf({
      [`POST /pipelines/${pipeline.id}/preview`]: async (_url, request) => {
        asked.push((await request.json()) as (typeof asked)[number]);
        return { html: '<!doctype html><title>x</title>' };
      },
    }),
  });
  await page.getByText('Answer', { exact: true }).click();
  await expect
    .element(page.getByText('After this rating the private box is closed.', { exact: false }))
    .toBeVisible();
  await page.getByLabelText('Rating to try').selectOptions('2');
  await expect
    .element(page.getByText('After this rating the private box is open.', { exact: false }))
    .toBeVisible();
  await page.getByRole('region', { name: 'Preview' }).getByLabelText('Language').selectOptions('de');
  await expect.poll(() => asked.at(-1)).toMatchObject({ step: 'answer', rating: 2, language: 'de' });
  const frame = document.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).toBe('');
});

test('nothing gates, and the editor says so once', async () => {
  await renderScreen(<PipelineScreen />, { path, answers: answersOf() });
  await open('Rating');
  await expect
    .element(page.getByText('No setting can send only happy customers', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByText('It never changes, hides or moves the public links.', { exact: false }))
    .toBeVisible();
});

test('the public pages are named with their addresses, and the owner lets search engines list the profile', async () => {
  const saved: boolean[] = [];
  await renderScreen(<PipelineScreen />, {
    path,
    answers: answersOf({
      [update]: async (_url, request) => {
        const body = (await request.json()) as Pipeline;
        saved.push(body.settings.profileIndexed);
        return { pipeline: { ...pipeline, ...body, updatedAt: '2026-11-02T10:00:00.000Z' } };
      },
    }),
  });
  await open('Public pages');
  await expect.element(page.getByText('Profile page: reviews.example/r/salt-quay')).toBeVisible();
  await expect.element(page.getByText(/reviews: reviews\.example\/r\/salt-quay\/how-we-ask$/)).toBeVisible();
  for (const address of [pipeline.profileUrl, `${pipeline.profileUrl}/how-we-ask`])
    expect(document.querySelector(`a[href="${address}"]`)?.textContent).toBe('Open');
  await page.getByRole('switch', { name: /^Let search engines list the profile page/ }).click();
  await save.click();
  await expect.poll(() => saved).toEqual([true]);
});

test('deleting says what becomes of printed codes; the last page cannot be deleted', async () => {
  const second = { ...pipeline, id: '0199f000-0000-7000-8000-000000000032', name: 'Second', slug: 'second' };
  const { calls } = await renderScreen(<PipelineScreen />, {
    path: `${path}?pipeline=${second.id}`,
    answers: answersOf({
      'GET /pipelines': { pipelines: [pipeline, second] },
      [`POST /pipelines/${second.id}/preview`]: { html: '' },
      [`DELETE /pipelines/${second.id}`]: { ok: true },
    }),
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Second”?' });
  await expect
    .element(dialog.getByText('Its printed codes and cards keep working', { exact: false }))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => calls).toContain(`DELETE /pipelines/${second.id}`);
});

test.each(['responder', 'viewer'] as const)('a %s looks at the page and cannot change it', async (role) => {
  await renderScreen(<PipelineScreen />, { path, account: { ...ownAccount, role }, answers: answersOf() });
  await expect.element(page.getByText('You can look at this page, but not change it.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New page' })).not.toBeInTheDocument();
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Move Yelp up' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Texts/ }).click();
  await expect.element(page.getByLabelText('Question', { exact: true })).toBeDisabled();
});
