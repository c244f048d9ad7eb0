/** Tags and languages of an embed, and what the editor says when they leave nothing out or may not. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ContentGroup } from './content-group.tsx';
import { createSettingsForm } from './settings-form.ts';

const garden = '0199f000-0000-7000-8000-000000000071';
const gone = ['0199f000-0000-7000-8000-000000000078', '0199f000-0000-7000-8000-000000000079'];
const tag = { id: garden, name: 'Garden', color: 'green', rule: null, reviewCount: 3, run: null };

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
  return <ContentGroup form={form} unfilterableSources={unfilterableSources} />;
}

/** @returns the settings after each change */
async function show(
  settings: Partial<EmbedSettings>,
  tags: readonly (typeof tag)[] = [tag],
  unfilterableSources: Embed['unfilterableSources'] = [],
) {
  const changes: EmbedSettings[] = [];
  await renderScreen(
    <Group
      settings={settings}
      unfilterableSources={unfilterableSources}
      onChanged={(next) => changes.push(next)}
    />,
    {
      answers: {
        'GET /businesses': { businesses: [] },
        'GET /dashboard': { sources: [] },
        'GET /reviews/languages': { languages: ['de', 'en', 'fil'] },
        'GET /tags': { tags: [...tags] },
      },
    },
  );
  await page.getByRole('button', { name: /^What it shows/ }).click();
  await expect.element(page.getByRole('combobox', { name: 'Only in these languages' })).toBeVisible();
  return changes;
}
const tagField = (name = 'Only with one of these tags') => page.getByRole('combobox', { name });

test('tags and languages are chosen by name', async () => {
  const changes = await show({});
  await tagField().click();
  await page.getByRole('option', { name: 'Garden' }).click();
  expect(changes.at(-1)?.tagIds).toEqual([garden]);
  await expect.element(page.getByText('The widget will say how many reviews it leaves out.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Only in these languages' }).fill('germ');
  await page.getByRole('option', { name: 'German', exact: true }).click();
  expect(changes.at(-1)?.reviewLanguages).toEqual(['de']);
});

test('an account without tags is told where they come from', async () => {
  await show({}, []);
  await expect.element(page.getByText(/There are no tags yet/)).toBeVisible();
  await expect.element(tagField()).toBeDisabled();
  await expect.element(tagField('Without any of these tags')).not.toBeInTheDocument();
});

test('says when all chosen tags were deleted, and when some were', async () => {
  const changes = await show({ tagIds: gone, excludeTagIds: [garden, ...gone.slice(0, 1)] });
  await expect.element(page.getByText(/so reviews with any tag are shown/)).toBeVisible();
  await expect.element(page.getByText('A tag chosen here was deleted, so it is ignored.')).toBeVisible();
  await tagField().click();
  await page.getByRole('option', { name: 'Garden' }).click();
  await expect.element(page.getByText('2 tags chosen here were deleted, so they are ignored.')).toBeVisible();
  expect(changes.at(-1)?.tagIds).toEqual([...gone, garden]);
});

test.each([
  { reviewLanguages: ['de'] },
  { tagIds: [garden] },
  { withTextOnly: true },
  { minimumRating: 4 },
  { excludeWords: ['slow'] },
])('where the law forbids it, no filter applies to first-party reviews: %o', async (settings) => {
  await show(settings, [tag], ['first-party']);
  await expect.element(page.getByText(/none of these filters applies to them: Manual/)).toBeVisible();
});

test('without a filter there is nothing to say about the law', async () => {
  await show({}, [tag], ['first-party']);
  await expect.element(page.getByText(/none of these filters/)).not.toBeInTheDocument();
});
