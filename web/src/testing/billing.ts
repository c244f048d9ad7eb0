/** For component tests only: the plan of an account and its invoices. */
import type { Billing, ChangePreview, Invoice, PlanPrices } from '@kindling/contract/billing';
import type { SessionOptions } from './session.ts';

export const somePrices: PlanPrices = { currency: 'USD', month: 1500, year: 14_400, simulated: false };

/** An account in its trial, which has 12 days left. */
export function makeBilling(changes: Partial<Billing> = {}): Billing {
  return {
    state: 'trial',
    endsAt: '2026-12-08T10:00:00.000Z',
    subscription: null,
    credit: { amount: 0, currency: 'USD' },
    card: null,
    hasCustomer: false,
    withdrawal: null,
    prices: somePrices,
    deletionOn: null,
    processing: { version: '2026-11-01', accepted: null },
    ...changes,
  };
}

type Subscription = NonNullable<Billing['subscription']>;

export function makeSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    interval: 'month',
    price: { amount: 1500, currency: 'USD' },
    nextCharge: { amount: 1500, currency: 'USD' },
    startedAt: '2026-11-26T10:00:00.000Z',
    periodEndsAt: '2026-12-26T10:00:00.000Z',
    nextAttemptAt: null,
    openInvoice: null,
    pendingChange: null,
    mayChange: true,
    ...changes,
  };
}

/** An account that pays by the month. */
export function makePaying(
  changes: Partial<Billing> = {},
  subscription: Partial<Subscription> = {},
): Billing {
  return makeBilling({
    state: 'active',
    endsAt: null,
    subscription: makeSubscription(subscription),
    card: { brand: 'visa', last4: '4242', expires: '2028-12' },
    hasCustomer: true,
    ...changes,
  });
}

export const someRecipient = {
  name: 'Salt Quay Bakery',
  email: 'books@saltquay.example',
  address: {
    line1: 'Harbor 1',
    line2: '',
    postalCode: '5003',
    city: 'Bergen',
    state: '',
    country: 'NO',
  },
  vatNumber: '',
};

export const somePreview: ChangePreview = {
  interval: 'year',
  dueNow: { amount: 12_950, currency: 'USD' },
  unused: { amount: 1450, currency: 'USD' },
  price: { amount: 14_400, currency: 'USD' },
  discount: { amount: 0, currency: 'USD' },
  creditUsed: { amount: 0, currency: 'USD' },
  credit: { amount: 0, currency: 'USD' },
  periodEndsAt: '2027-11-27T10:00:00.000Z',
  calculatedAt: 1_795_773_600,
};

export function makeInvoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return {
    id: `0199f000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    number: `KND-${String(number).padStart(4, '0')}`,
    status: 'paid',
    createdAt: '2026-11-26T10:00:00.000Z',
    total: { amount: 1500, currency: 'USD' },
    paid: 1500,
    refunded: 0,
    disputed: false,
    ...changes,
  };
}

/** The session of an owner on an installation with plans. */
export const withPlans: SessionOptions = { plans: somePrices, planState: 'trial', subEnds: 12 };
