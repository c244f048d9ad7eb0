/** The plan in every state, and what can be done with it. */
import type { Billing } from '@kindling/contract/billing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as leaving from '../../lib/leave-to.ts';
import * as tabs from '../../lib/open-tab.ts';
import { makeBilling, makePaying, somePreview, someRecipient, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import type { SessionOptions } from '../../testing/session.ts';
import { BillingScreen } from './billing-screen.tsx';

vi.mock(import('../../lib/leave-to.ts'), { spy: true });
vi.mock(import('../../lib/open-tab.ts'), { spy: true });
const leaveTo = vi.mocked(leaving.leaveTo);
beforeEach(() => {
  leaveTo.mockReset().mockReturnValue();
});

const invoiceId = '0192a1b2-0000-7000-8000-000000000001';
const plan = page.getByRole('region', { name: /plan/ }).first();
const dialog = page.getByRole('dialog');

function show(
  billing: Billing,
  answers: ApiAnswers = {},
  session: SessionOptions & { language?: string } = {},
) {
  return renderScreen(<BillingScreen />, {
    ...withPlans,
    ...session,
    path: '/billing',
    answers: {
      'GET /billing': { billing },
      'GET /billing/recipient': { recipient: someRecipient },
      ...answers,
    },
  });
}

describe('the state in words', () => {
  test('a trial, with the days that are left', async () => {
    await show(makeBilling());
    await expect.element(page.getByText('12 days left in your trial')).toBeVisible();
    await expect.element(page.getByText(/Your trial ends on Dec 8, 2026/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Choose a plan' }))
      .toHaveAttribute('href', '/subscriptions');
    await expect.element(page.getByRole('button', { name: 'Change card' })).not.toBeInTheDocument();
    await expect.element(page.getByText(/with your first order/)).toBeVisible();
  });

  test('an active plan, with the next charge and the card', async () => {
    await show(makePaying());
    await expect.element(page.getByRole('heading', { name: 'Monthly plan' })).toBeVisible();
    await expect.element(page.getByText('$15 per month')).toBeVisible();
    await expect.element(plan).toMatchTextContent(/Next charge\s*\$15.00\s*Dec 26, 2026/);
    await expect.element(plan).toMatchTextContent(/Visa ending in 4242\s*Valid through December 2028/);
    await expect
      .element(page.getByRole('link', { name: 'All invoices' }))
      .toHaveAttribute('href', '/invoices');
  });

  test('a failed payment, with the next attempt and both ways to pay', async () => {
    const tab = { goTo: vi.fn(), close: vi.fn() };
    vi.mocked(tabs.openTab).mockReturnValue(tab);
    const owed = {
      nextAttemptAt: '2026-11-30T10:00:00.000Z',
      openInvoice: { id: invoiceId, due: { amount: 1125, currency: 'USD' } },
    };
    await show(makePaying({ state: 'past_due' }, owed), {
      [`POST /billing/invoices/${invoiceId}/addresses`]: {
        page: 'https://pay.example/invoice',
        pdf: 'https://pay.example/pdf',
      },
    });
    await expect
      .element(page.getByText(/could not charge \$11.25. We try again on Nov 30, 2026/))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Change card' })).toBeVisible();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(() => tab.goTo.mock.calls).toEqual([['https://pay.example/invoice']]);
  });

  test('an ended plan, with what stopped and when the account is deleted', async () => {
    await show(
      makeBilling({
        state: 'ended',
        endsAt: '2026-11-10T10:00:00.000Z',
        deletionOn: '2027-02-08T10:00:00.000Z',
      }),
    );
    await expect.element(page.getByText('Ended on Nov 10, 2026')).toBeVisible();
    await expect.element(page.getByText(/From Nov 24, 2026 on, your widgets/)).toBeVisible();
    await expect.element(page.getByText(/Your account is deleted on Feb 8, 2027/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Upgrade' }))
      .toHaveAttribute('href', '/subscriptions');
  });

  test('a canceled plan without a subscription is over, and is no trial', async () => {
    await show(
      makeBilling({ state: 'canceled', endsAt: '2026-11-10T10:00:00.000Z' }),
      {},
      { planState: 'canceled' },
    );
    await expect.element(page.getByText('Ended on Nov 10, 2026')).toBeVisible();
    await expect.element(page.getByText(/trial/)).not.toBeInTheDocument();
  });

  test('a free plan', async () => {
    await show(makeBilling({ state: 'free', endsAt: null }));
    await expect.element(page.getByText('Your plan is free')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'What the plan includes' }))
      .toHaveAttribute('href', '/subscriptions');
  });

  test('a change that waits for the bank', async () => {
    const pendingChange = {
      interval: 'year',
      payAt: 'https://pay.example/confirm',
      until: '2026-11-27T10:00:00.000Z',
    } as const;
    await show(makePaying({}, { pendingChange }));
    await expect.element(page.getByText('The change to yearly is waiting for your bank')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Change to/ })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    expect(leaveTo.mock.calls).toEqual([['https://pay.example/confirm']]);
  });
});

describe('the change to yearly', () => {
  const open = () => page.getByRole('button', { name: 'Change to yearly' }).click();
  const order = dialog.getByRole('button', { name: 'Order with obligation to pay' });

  test('shows what it costs, and charges exactly that', async () => {
    const sent: unknown[] = [];
    await show(makePaying(), {
      'POST /billing/change/preview': { preview: somePreview },
      'POST /billing/change': async (_url, request) => {
        sent.push(await request.json());
        return { billing: makePaying({}, { interval: 'year', price: somePreview.price }) };
      },
    });
    await open();
    await expect.element(dialog).toMatchTextContent(/\$144 per year\s*\$144.00/);
    await expect.element(dialog).toMatchTextContent(/Unused time of the current period\s*-\$14.50/);
    await expect.element(dialog).toMatchTextContent(/Due now, tax included\s*\$129.50/);
    await expect.element(dialog).toMatchTextContent(/Next charge\s*Nov 27, 2027/);
    await expect.element(dialog).not.toMatchTextContent(/Credit/);
    await expect.element(dialog).toMatchTextContent(/Charged to Visa ending in 4242/);
    await expect.element(dialog).toMatchTextContent(/withdraw from this order within 14 days/);
    await order.dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Yearly plan' })).toBeVisible();
    await expect.element(page.getByText('Your plan is yearly now.')).toBeVisible();
    expect(sent).toEqual([
      { interval: 'year', dueNow: 12_950, currency: 'USD', calculatedAt: somePreview.calculatedAt },
    ]);
  });

  test('a credit is shown, and a card that was declined changes nothing', async () => {
    await show(makePaying(), {
      'POST /billing/change/preview': {
        preview: { ...somePreview, credit: { amount: 300, currency: 'USD' } },
      },
      'POST /billing/change': () => makeProblem(409, 'payment-refused'),
    });
    await open();
    await expect.element(dialog).toMatchTextContent(/Credit toward later periods\s*\$3.00/);
    await order.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Your card was declined/);
    await expect.element(order).toBeEnabled();
  });

  test('a change that costs nothing now is no order with obligation to pay', async () => {
    await show(makePaying({}, { interval: 'year' }), {
      'POST /billing/change/preview': {
        preview: { ...somePreview, interval: 'month', dueNow: { amount: 0, currency: 'USD' } },
      },
      'POST /billing/change': { billing: makePaying() },
    });
    await page.getByRole('button', { name: 'Change to monthly' }).click();
    const change = dialog.getByRole('button', { name: 'Change to monthly' });
    await expect.element(change).toBeVisible();
    await expect.element(order).not.toBeInTheDocument();
    await expect.element(dialog).not.toMatchTextContent(/Visa|withdraw/);
    await change.click();
    await expect.element(page.getByText('Your plan is monthly now.')).toBeVisible();
  });

  test('a preview that does not come can be asked for again', async () => {
    let works = false;
    await show(makePaying(), {
      'POST /billing/change/preview': () => (works ? { preview: somePreview } : makeProblem(409, 'has-plan')),
    });
    await open();
    const again = dialog.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    works = true;
    await again.click();
    await expect.element(order).toBeVisible();
  });
});

describe('leaving the plan', () => {
  const canceled = makePaying({ state: 'canceled', endsAt: '2026-12-26T10:00:00.000Z' });

  test('two clicks cancel it, without a reason', async () => {
    const sent: unknown[] = [];
    await show(makePaying(), {
      'POST /billing/cancel': async (_url, request) => {
        sent.push(await request.json());
        return { billing: canceled };
      },
    });
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await expect.element(dialog).toMatchTextContent(/Everything keeps working until Dec 26, 2026/);
    await expect
      .element(dialog)
      .toMatchTextContent(/Once your account is deleted, they lead to a plain page/);
    await expect.element(dialog).toMatchTextContent(/deleted after 90 days. We send you three e-mails/);
    await dialog.getByRole('button', { name: 'Cancel plan' }).click();
    await expect.element(page.getByText(/Canceled. Everything works until Dec 26, 2026, then/)).toBeVisible();
    await expect.element(page.getByText('Canceled. Everything works until Dec 26, 2026.')).toBeVisible();
    expect(sent).toEqual([{ reason: null, comment: '' }]);
  });

  test('a reason and a comment can be given by keyboard, and a failure keeps them', async () => {
    const sent: unknown[] = [];
    await show(makePaying(), {
      'POST /billing/cancel': async (_url, request) => {
        sent.push(await request.json());
        return makeProblem(503, 'payment-unavailable');
      },
    });
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await dialog.getByRole('combobox', { name: /Why are you canceling/ }).click();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await dialog.getByLabelText(/What could be better/).fill(' A cheaper plan ');
    await dialog.getByRole('button', { name: 'Cancel plan' }).click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/payment provider is not responding/);
    await expect.element(dialog.getByLabelText(/What could be better/)).toHaveValue(' A cheaper plan ');
    expect(sent).toEqual([{ reason: 'too_expensive', comment: 'A cheaper plan' }]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('a canceled plan is resumed', async () => {
    await show(canceled, { 'POST /billing/resume': { billing: makePaying() } });
    await expect.element(page.getByRole('button', { name: 'Cancel plan' })).not.toBeInTheDocument();
    await expect.element(plan).toMatchTextContent(/Next charge\s*None/);
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await expect.element(page.getByText(/Renews on Dec 26, 2026/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible();
  });

  test('an order is withdrawn, with the amount that comes back', async () => {
    const withdrawal = { until: '2026-12-10T10:00:00.000Z', refund: { amount: 1500, currency: 'USD' } };
    await show(makePaying({ withdrawal }), {
      'POST /billing/withdraw': {
        billing: makeBilling({ state: 'ended', endsAt: '2026-11-26T10:00:00.000Z' }),
      },
    });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(dialog).toMatchTextContent(/You get \$15.00 back/);
    await expect.element(dialog).toMatchTextContent(/until Dec 10, 2026/);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByText(/\$15.00 goes back to your card/)).toBeVisible();
    await expect.element(page.getByText('Your plan has ended')).toBeVisible();
  });

  test('after two weeks nothing can be withdrawn', async () => {
    await show(makePaying());
    await expect.element(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });
});

test('the provider’s pages open, and say when they cannot', async () => {
  let works = false;
  const asked: unknown[] = [];
  await show(makePaying(), {
    'POST /billing/portal': async (_url, request) => {
      asked.push(await request.json());
      return works ? { address: 'https://pay.example/portal' } : makeProblem(503, 'payment-unavailable');
    },
  });
  await page.getByRole('button', { name: 'Change card' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/payment provider is not responding/);
  works = true;
  await page.getByRole('button', { name: 'Open the payment provider’s page' }).click();
  await expect.poll(() => leaveTo.mock.calls).toEqual([['https://pay.example/portal']]);
  expect(asked).toEqual([{ page: 'card' }, { page: 'overview' }]);
});

test('the longest button fits on a small phone', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(360, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show(makePaying(), {}, { language: 'fr' });
  const button = page.getByRole('button', { name: 'Ouvrir la page du prestataire de paiement' });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().width).toBeLessThanOrEqual(innerWidth - 32);
  expect(button.element().scrollWidth).toBeLessThanOrEqual(button.element().clientWidth);
});
