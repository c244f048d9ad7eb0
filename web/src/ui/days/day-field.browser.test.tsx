/** The field of a day: what is typed is told once, what is chosen at once. */
import { useState } from 'react';
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
