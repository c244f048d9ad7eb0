/** The content settings, by what the person may see. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { ContentGroup } from './content-group.tsx';
import { createSettingsForm } from './settings-form.ts';

const locations = ['Harbor', 'Market'].map((name, index) => ({
  id: `0199f000-0000-7000-8000-00000000005${index}`,
  name,
}));
const ids = locations.map(({ id }) => id);

interface SettingsProps {
  locationIds: string[];
  onChosen: (locationIds: string[]) => void;
}

/** The settings of an embed with these locations. */
function Settings({ locationIds, onChosen }: SettingsProps) {
  const [settings, setSettings] = useState(embedSettingsSchema.parse({ locationIds }));
  const onChange = (_step: string, next: typeof settings) => {
    onChosen(next.locationIds);
    setSettings(next);
  };
  const form = createSettingsForm({ kind: 'widget', settings, error: null, onChange });
  return <ContentGroup form={form} unfilterableSources={[]} />;
}

/** @returns what has been chosen so far, each time */
async function show(locationIds: string[], session: SessionOptions) {
  const chosen: string[][] = [];
  await renderScreen(<Settings locationIds={locationIds} onChosen={(ids) => chosen.push(ids)} />, {
    ...session,
    answers: {
      'GET /businesses': {
        businesses: [{ id: '0199f000-0000-7000-8000-000000000015', name: 'Salt Quay', locations }],
      },
      'GET /dashboard': { sources: [] },
      'GET /reviews/languages': { languages: ['de', 'en', 'fil'] },
      'GET /tags': { tags: [] },
    },
  });
  await page.getByRole('button', { name: /^What it shows/ }).click();
  await expect.element(box('Harbor')).toBeVisible();
  return chosen;
}
const box = (name: string) => page.getByRole('checkbox', { name });

test('a member of some locations cannot choose all of the account', async () => {
  const chosen = await show(ids, { account: { ...ownAccount, role: 'manager', locationIds: ids } });
  await expect.element(page.getByText('At least one location must stay checked.')).toBeVisible();
  await expect.element(page.getByText('None checked means all.')).not.toBeInTheDocument();
  await box('Harbor').click();
  await expect.element(box('Market')).toBeDisabled();
  await box('Harbor').click();
  await expect.element(box('Market')).toBeEnabled();
  expect(chosen.map((one) => one.length)).toEqual([1, 2]);
});

test('a member of all locations unticks every one for all of the account', async () => {
  const chosen = await show(ids.slice(0, 1), {});
  await expect.element(page.getByText('None checked means all.')).toBeVisible();
  await box('Harbor').click();
  await expect.element(box('Harbor')).not.toBeChecked();
  expect(chosen).toEqual([[]]);
});
