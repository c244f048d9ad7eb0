/** For tests and the preview only: a sample request of each mail about plan and payment. */
import type { Language } from '@kindling/contract/constants';
import type { MailSample } from './team-mail-samples.ts';

const price = { amount: 1500, currency: 'USD' };
const invoiceNumber = '7C2F4B1A-0003';

/** Each variant once. */
export function billingMailSamples(person: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
}): MailSample[] {
  const owner = { ...person, accountName: 'Boulangerie Dubois' };
  return [
    ...planSamples(owner),
    ...([15_00, 144_00] as const).map((amount) => ({
      name: `order-confirmed (${amount === 1500 ? 'month' : 'year'})`,
      request: {
        kind: 'order-confirmed' as const,
        ...owner,
        interval: amount === 1500 ? ('month' as const) : ('year' as const),
        price: { ...price, amount },
        paidNow: { ...price, amount },
        orderedOn: '2026-11-28',
        periodEndsOn: amount === 1500 ? '2026-12-28' : '2027-11-28',
        withdrawUntil: '2026-12-12',
        operator: {
          name: 'Example Reviews Ltd',
          address: amount === 1500 ? '1 Example Street, Dublin 2' : null,
        },
      },
    })),
    ...(['2026-12-09', null] as const).map((trialUntil) => ({
      name: `order-withdrawn (${trialUntil === null ? 'nothing' : 'the trial'} goes on)`,
      request: {
        kind: 'order-withdrawn' as const,
        ...owner,
        refund: price,
        withdrawnOn: '2026-11-30',
        trialUntil,
      },
    })),
    ...(['2026-12-28', null] as const).map((nextChargeOn) => ({
      name: `payment-received (${nextChargeOn === null ? 'the last' : 'more follow'})`,
      request: {
        kind: 'payment-received' as const,
        ...owner,
        invoiceNumber,
        total: price,
        paidOn: '2026-11-28',
        nextChargeOn,
      },
    })),
    ...(['2026-12-01', null] as const).map((nextAttemptOn) => ({
      name: `payment-failed (${nextAttemptOn === null ? 'the last' : 'tried again'})`,
      request: {
        kind: 'payment-failed' as const,
        ...owner,
        total: price,
        attempt: nextAttemptOn === null ? 4 : 1,
        nextAttemptOn,
      },
    })),
    {
      name: 'payment-confirmation-needed',
      request: {
        kind: 'payment-confirmation-needed',
        ...owner,
        total: price,
        link: 'https://payments.example/i/acct_1/live_Vb1xq0cK6mZr8tWn3JpLd5sHf9gQe2Ua',
      },
    },
    { name: 'card-refused-brand', request: { kind: 'card-refused-brand', ...owner, brand: 'unionpay' } },
    {
      name: 'payment-refunded',
      request: { kind: 'payment-refunded', ...owner, refund: price, invoiceNumber },
    },
    {
      name: 'payment-disputed',
      request: {
        kind: 'payment-disputed',
        locale: person.locale,
        accountId: person.accountId,
        invoiceNumber,
        total: price,
      },
    },
  ];
}

function planSamples(owner: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
  accountName: string;
}): MailSample[] {
  return [
    ...([7, 3, 1] as const).map((days) => ({
      name: `trial-ending (${days} days)`,
      request: { kind: 'trial-ending' as const, ...owner, days, endsOn: '2026-12-04' },
    })),
    { name: 'trial-ended', request: { kind: 'trial-ended', ...owner, deletionOn: '2027-03-04' } },
    { name: 'plan-ended', request: { kind: 'plan-ended', ...owner, deletionOn: '2027-03-04' } },
    { name: 'plan-canceled', request: { kind: 'plan-canceled', ...owner, endsOn: '2026-12-28' } },
    ...([30, 7, 1] as const).map((days) => ({
      name: `account-deletion-warning (${days} days)`,
      request: {
        kind: 'account-deletion-warning' as const,
        ...owner,
        days,
        deletedOn: '2027-03-04',
        endedOn: '2026-12-04',
      },
    })),
  ];
}
