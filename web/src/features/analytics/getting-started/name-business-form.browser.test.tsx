/** The first step of getting started: naming the business. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { NameBusinessForm } from './name-business-form.tsx';

const business = { id: '0199f000-0000-7000-8000-000000000061', name: 'Ines Weber', website: null };

test.each([
  ['en', 'Business name', 'Corner Street Bakery'],
  ['de', 'Name des Unternehmens', 'Bäckerei am Eck'],
])('a business that was never named starts with an empty field, in %s', async (language, label, example) => {
  await renderScreen(<NameBusinessForm business={{ ...business, named: false }} />, {
    language,
    answers: {},
  });
  const field = page.getByRole('textbox', { name: label });
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAttribute('placeholder', example);
  await expect.element(page.getByRole('button')).toBeDisabled();
});

test('a business that was named keeps its name', async () => {
  await renderScreen(<NameBusinessForm business={{ ...business, named: true }} />, { answers: {} });
  await expect.element(page.getByRole('textbox', { name: 'Business name' })).toHaveValue('Ines Weber');
});
