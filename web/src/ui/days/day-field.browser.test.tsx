/** The field of a day: what is typed is told once, what is chosen at once. */
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DayField } from './day-field.tsx';

const told = vi.fn();

function Field() {
  const [day, setDay] = useState('');
  const change = (next: string) => {
    told(next);
    setDay(next);
  };
  return <DayField label="From" value={day} today="2026-11-26" clearLabel="Clear" onChange={change} />;
}

/** Removes the field when the window gets the event `remove`. */
function RemovableField() {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const remove = () => setShown(false);
    window.addEventListener('remove', remove);
    return () => window.removeEventListener('remove', remove);
  }, []);
  return isShown ? <Field /> : null;
}

const field = () => page.getByRole('textbox', { name: 'From' });

test.each([
  ['Enter', () => userEvent.keyboard('{Enter}')],
  ['the tab key', () => userEvent.tab()],
])('a typed day is told after %s, and none that stood in the field on the way', async (_name, end) => {
  told.mockClear();
  await renderScreen(<Field />, { answers: {} });
  await field().click();
  await userEvent.keyboard('11/22/2025');
  expect(told).not.toHaveBeenCalled();
  await end();
  await expect.element(field()).toHaveValue('11/22/2025');
  expect(told.mock.calls).toEqual([['2025-11-22']]);
});

test.each([
  ['31/12/2025', '“31/12/2025” is not a day. Write it as MM/DD/YYYY.'],
  ['11/01/2025', 'Choose 11/10/2025 or later.'],
  ['12/24/2025', 'Choose 11/30/2025 or earlier.'],
])('what the field does not take is said: %s', async (typed, said) => {
  told.mockClear();
  await renderScreen(
    <DayField
      label="From"
      value=""
      min="2025-11-10"
      max="2025-11-30"
      today="2026-11-26"
      onChange={(day) => told(day)}
    />,
    { answers: {} },
  );
  await field().click();
  await userEvent.keyboard(typed);
  await userEvent.tab();
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(field()).toHaveAccessibleDescription(said);
  expect(told).not.toHaveBeenCalled();
  await field().click();
  await userEvent.keyboard('1');
  await expect.element(page.getByText(said)).not.toBeInTheDocument();
});

test('a day of the calendar is told at once, also after some typing, and is taken away again', async () => {
  told.mockClear();
  await renderScreen(<Field />, { answers: {} });
  await field().click();
  await userEvent.keyboard('11/22/2025');
  await page.getByRole('button', { name: /November 20, 2025/ }).click();
  await expect.element(field()).toHaveValue('11/20/2025');
  expect(told.mock.calls).toEqual([['2025-11-20']]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(field()).toHaveValue('');
  expect(told.mock.lastCall).toEqual(['']);
});

test('a typed day is told when the field is removed without losing the focus first', async () => {
  told.mockClear();
  await renderScreen(<RemovableField />, { answers: {} });
  await field().click();
  await userEvent.keyboard('11/22/2025');
  window.dispatchEvent(new Event('remove'));
  await expect.element(field()).not.toBeInTheDocument();
  expect(told.mock.calls).toEqual([['2025-11-22']]);
});

test('the keyboard of a phone types too: days on the way are not told', async () => {
  told.mockClear();
  await renderScreen(<Field />, { answers: {} });
  await field().click();
  // It names no keys, and writes the text itself.
  const key = new KeyboardEvent('keydown', { key: 'Unidentified', bubbles: true });
  for (const text of ['11/2/20', '11/22/2025']) {
    field().element().dispatchEvent(key);
    await field().fill(text);
  }
  expect(told).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(told.mock.calls).toEqual([['2025-11-22']]);
});
