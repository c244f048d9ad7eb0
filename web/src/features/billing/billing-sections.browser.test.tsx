/** To whom invoices are written, and the contract on processing. */
import type { Billing } from '@kindling/contract/billing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { someRecipient, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ProcessingSection } from './processing-section.tsx';
import { RecipientSection } from './recipient-section.tsx';

describe('the recipient', () => {
  const show = (answers: ApiAnswers) =>
    renderScreen(<RecipientSection hasCustomer />, {
      ...withPlans,
      answers: { 'GET /billing/recipient': { recipient: someRecipient }, ...answers },
    });
  const name = page.getByLabelText('Name or company');
  const vat = page.getByLabelText(/VAT number/);
  const save = page.getByRole('button', { name: 'Save' });

  test('is changed and saved', async () => {
    const sent: unknown[] = [];
    await show({
      'PUT /billing/recipient': async (_url, request) => {
        const recipient = (await request.json()) as typeof someRecipient;
        sent.push(recipient);
        return { recipient: { ...recipient, vatNumber: 'NO123456789MVA' } };
      },
    });
    await expect.element(name).toHaveValue('Salt Quay Bakery');
    await expect.element(save).toBeDisabled();
    await page.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await vat.fill('no 123');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(vat).toHaveValue('NO123456789MVA');
    await expect.element(save).toBeDisabled();
    expect(sent).toEqual([
      { ...someRecipient, address: { ...someRecipient.address, country: 'DE' }, vatNumber: 'no 123' },
    ]);
  });

  test('empty fields and a wrong address are reported before anything is sent', async () => {
    const { calls } = await show({});
    await name.fill(' ');
    await page.getByLabelText(/E-mail address/).fill('nobody');
    await save.click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription('Please fill in this field.');
    await expect
      .element(page.getByLabelText(/E-mail address/))
      .toHaveAccessibleDescription('Enter a valid e-mail address.');
    expect(calls).toEqual(['GET /billing/recipient']);
  });

  test('a VAT number and a field of the address that the provider refuses are marked', async () => {
    await show({
      'PUT /billing/recipient': () =>
        Response.json(
          {
            code: 'invalid-input',
            fields: [
              { path: 'vatNumber', message: 'No.' },
              { path: 'address.postalCode', message: 'No.' },
            ],
          },
          { status: 400, headers: { 'content-type': 'application/problem+json' } },
        ),
    });
    await vat.fill('XX1');
    await save.click();
    await expect.element(page.getByText(/This VAT number does not exist/)).toBeVisible();
    await expect.element(page.getByLabelText('Postal code')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(vat).toHaveValue('XX1');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('a provider that does not answer is told, first at the reading, then at the saving', async () => {
    let works = false;
    await show({
      'GET /billing/recipient': () =>
        works ? { recipient: someRecipient } : makeProblem(409, 'payment-refused'),
      'PUT /billing/recipient': () => makeProblem(503, 'payment-unavailable'),
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    works = true;
    await again.click();
    await name.fill('Other');
    await save.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/payment provider is not responding/);
    await expect.element(name).toHaveValue('Other');
  });
});

describe('the agreement', () => {
  type Processing = Billing['processing'];
  const show = (processing: Processing, answers: ApiAnswers = {}) =>
    renderScreen(<ProcessingSection processing={processing} />, { ...withPlans, answers });
  const accept = page.getByRole('button', { name: 'Accept agreement' });
  const accepted = { version: '2026-11-01', at: '2026-11-20T10:00:00.000Z', acceptedBy: 'Ada Berg' };

  test('is read on its page, and accepted with a box and a button', async () => {
    const sent: unknown[] = [];
    await show(
      { version: '2026-11-01', accepted: null },
      {
        'POST /billing/processing': async (_url, request) => {
          sent.push(await request.json());
          return { ok: true };
        },
      },
    );
    const link = page.getByRole('link', { name: 'Read the agreement' });
    await expect.element(link).toHaveAttribute('href', '/data-processing-agreement');
    await expect.element(accept).toBeDisabled();
    await page.getByRole('checkbox', { name: 'I accept the agreement for the account Berg.' }).click();
    await accept.click();
    await expect.poll(() => sent).toEqual([{ version: '2026-11-01' }]);
  });

  test('shows who accepted it, and asks for nothing more', async () => {
    await show({ version: '2026-11-01', accepted });
    await expect
      .element(page.getByText('Accepted by Ada Berg on Nov 20, 2026, version 2026-11-01'))
      .toBeVisible();
    await expect.element(accept).not.toBeInTheDocument();
  });

  test('asks again after a new version, also when whoever accepted the last one has left', async () => {
    await show({ version: '2027-01-01', accepted: { ...accepted, acceptedBy: null } });
    await expect.element(page.getByText(/There is a new version/)).toBeVisible();
    await expect.element(page.getByText(/by someone who has left, version 2026-11-01/)).toBeVisible();
    await expect.element(accept).toBeVisible();
  });

  test.each([
    ['before', null],
    ['after', accepted],
  ])('is downloaded as a file %s somebody accepted it', async (_when, acceptance) => {
    const asked: string[] = [];
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await show(
      { version: '2026-11-01', accepted: acceptance },
      {
        'GET /billing/processing.pdf': (url) => {
          asked.push(url.search);
          return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
        },
      },
    );
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await expect.poll(() => names).toEqual(['data-processing-agreement-2026-11-01.pdf']);
    expect(asked).toEqual(['?language=en']);
  });

  test('a file that cannot be made is told', async () => {
    await show(
      { version: '2026-11-01', accepted },
      { 'GET /billing/processing.pdf': () => makeProblem(503, 'unavailable') },
    );
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await expect.element(page.getByText('The PDF could not be created.')).toBeVisible();
  });

  test('a version that is no longer the newest is refused', async () => {
    await show(
      { version: '2026-11-01', accepted: null },
      { 'POST /billing/processing': () => makeProblem(409, 'conflict') },
    );
    await page.getByRole('checkbox').click();
    await accept.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/changed in the meantime/);
  });
});
