/** The sections of the profile: validation, rejected fields, and changes typed while saving. */
import type { Profile } from '@kindling/contract/profile';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../testing/problem.ts';
import { someProfile as profile } from '../../testing/profile.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../testing/session.ts';
import { ProfileScreen } from './profile-screen.tsx';

const you = page.getByRole('region', { name: 'You' });
const displayName = you.getByLabelText('Display name');
const firstName = you.getByLabelText('First name');
const save = you.getByRole('button', { name: 'Save changes' });

async function show(answers: ApiAnswers, session: SessionOptions = {}, path = '/profile') {
  const { calls } = await renderScreen(<ProfileScreen />, {
    path,
    ...session,
    answers: {
      'GET /profile': { profile },
      'GET /profile/sessions': { sessions: [] },
      'GET /team': { team: { members: [], invitations: [], ownershipOffer: null } },
      'GET /invitations': { invitations: [] },
      ...answers,
    },
  });
  await expect.element(displayName).toHaveValue('Ada Berg');
  return calls;
}

test('a manager can neither delete the account nor change its time zone', async () => {
  await show({}, { account: { ...ownAccount, role: 'manager' } });
  await expect.element(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await expect.element(page.getByLabelText('Time zone').first()).toBeDisabled();
  await expect.element(page.getByRole('heading', { name: 'Delete account' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Delete account' })).not.toBeInTheDocument();
});

test('a missing display name is reported at the field, which gets the focus', async () => {
  const calls = await show({});
  await expect.element(save).toBeDisabled();
  await displayName.fill('  ');
  await save.click();
  await expect.element(you.getByText('Enter a name to show.')).toBeVisible();
  await expect.element(displayName).toHaveFocus();
  await expect.element(displayName).toHaveAttribute('aria-invalid', 'true');
  await expect.element(displayName).toHaveAccessibleDescription('Enter a name to show.');
  expect(calls).not.toContain('PUT /profile/names');
  await displayName.fill('Ada');
  await expect.element(you.getByText('Enter a name to show.')).not.toBeInTheDocument();
  await you.getByRole('button', { name: 'Undo' }).click();
  await expect.element(displayName).toHaveValue('Ada Berg');
  await expect.element(save).toBeDisabled();
});

test('a field that the server rejects is marked, and its text is kept', async () => {
  await show({
    'PUT /profile/names': () =>
      Response.json(
        { code: 'invalid-input', fields: [{ path: 'firstName', message: 'No.' }] },
        { status: 400, headers: { 'content-type': 'application/problem+json' } },
      ),
  });
  await firstName.fill('Ada\u0007');
  await save.click();
  await expect.element(firstName).toHaveAttribute('aria-invalid', 'true');
  await expect.element(you.getByText('Please check this field.')).toBeVisible();
  await expect.element(firstName).toHaveValue('Ada\u0007');
  await expect.element(displayName).not.toHaveAttribute('aria-invalid', 'true');
});

test('a failed save keeps the changes and can be retried', async () => {
  let works = false;
  await show({
    'PUT /profile/names': () =>
      works ? { profile: { ...profile, firstName: 'Adele' } } : makeProblem(503, 'unavailable'),
  });
  await firstName.fill('Adele');
  await save.click();
  await expect.element(you.getByRole('alert')).toBeVisible();
  await expect.element(firstName).toHaveValue('Adele');
  works = true;
  await save.click();
  await expect.element(you.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('changes typed while saving stay unsaved, and the stored values are shown', async () => {
  const gate = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await show({
    'PUT /profile/names': async (_url, request) => {
      sent.push(await request.json());
      await gate.promise;
      return { profile: { ...profile, firstName: 'Adele' } };
    },
  });
  await firstName.fill('Adele ');
  await save.click();
  await displayName.fill('Dr. Ada');
  gate.resolve();
  await expect.element(firstName).toHaveValue('Adele');
  await expect.element(displayName).toHaveValue('Dr. Ada');
  await expect.element(save).toBeEnabled();
  await you.getByRole('button', { name: 'Undo' }).click();
  await expect.element(displayName).toHaveValue('Ada Berg');
  await expect.element(firstName).toHaveValue('Adele');
  expect(sent).toEqual([{ firstName: 'Adele ', lastName: 'Berg', displayName: 'Ada Berg' }]);
});

test('an alert is saved with the stored ones, and another section keeps its changes', async () => {
  const sent: unknown[] = [];
  await show({
    'PUT /profile/alerts': async (_url, request) => {
      sent.push(await request.json());
      return { profile: { ...profile, alerts: { ...profile.alerts, connectionTrouble: false } } };
    },
  });
  await firstName.fill('Adele');
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await alerts.getByRole('switch', { name: /^Trouble with a connection/ }).click();
  await alerts.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(alerts.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(firstName).toHaveValue('Adele');
  await expect.element(save).toBeEnabled();
  const { version: _version, ...stored } = profile.alerts;
  expect(sent).toEqual([{ alerts: { ...stored, connectionTrouble: false } }]);
});

test('quiet hours are two different times, and are saved with the alert that they hold back', async () => {
  const sent: unknown[] = [];
  await show({
    'PUT /profile/alerts': async (_url, request) => {
      const body = (await request.json()) as { alerts: Profile['alerts'] };
      sent.push(body.alerts.quietHours);
      return { profile: { ...profile, alerts: { ...profile.alerts, ...body.alerts } } };
    },
  });
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await alerts.getByRole('switch', { name: /^Quiet hours/ }).click();
  await expect.element(alerts.getByLabelText('From')).toHaveValue('22:00');
  await alerts.getByLabelText('To', { exact: true }).fill('22:00');
  await alerts.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(alerts.getByText('Choose two different times.')).toBeVisible();
  await alerts.getByLabelText('To', { exact: true }).fill('06:30');
  await alerts.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(alerts.getByText('Saved', { exact: true })).toBeVisible();
  await alerts.getByRole('switch', { name: /^Quiet hours/ }).click();
  await alerts.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent).toEqual([{ from: '22:00', to: '06:30' }, null]);
});

test('a wrong account name is reported at the field, and the dialog opens empty again', async () => {
  const fields = [{ path: 'accountName', message: 'It is not the name of the account.' }];
  await show({
    'POST /profile/deletion': () => Response.json({ code: 'invalid-input', fields }, { status: 400 }),
  });
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByLabelText('Type Berg to confirm');
  const confirm = dialog.getByRole('button', { name: 'Delete in 14 days' });
  await expect.element(confirm).toBeDisabled();
  await typed.fill('Other');
  await confirm.click();
  await expect.element(typed).toHaveAccessibleDescription('This is not the name of the account.');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expect.element(typed).toHaveValue('');
  await expect.element(typed).not.toHaveAttribute('aria-invalid', 'true');
});

test.each([
  ['active', true],
  ['trial', false],
] as const)('the dialog says what becomes of a plan that is %s: %s', async (planState, isSaid) => {
  await show({}, { planState });
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const said = expect.element(page.getByText(/Your paid plan ends with the account/));
  await (isSaid ? said.toBeVisible() : said.not.toBeInTheDocument());
});

test('an address with the name of a section opens the profile at it', async () => {
  await show({}, {}, '/profile#team');
  const heading = page.getByRole('heading', { name: 'Team' });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});
