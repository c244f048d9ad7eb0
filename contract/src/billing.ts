/**
 * The plan of an account and its payment. The payment provider (Stripe) takes the money on pages of its own and holds cards
 * and invoices; the server follows what it says. Amounts are in the smallest unit of their currency (cents, or whole yen), and
 * contain the tax.
 */
import { z } from 'zod';
import {
  emptyInput,
  idSchema,
  nameSchema,
  okOutput,
  optionalEmptyBody,
  reachableEmailSchema,
  storableString,
  timeSchema,
} from './common.ts';
import { languages } from './constants.ts';
import { planStateSchema } from './plans.ts';
import { route } from './route.ts';

export const billingIntervals = ['month', 'year'] as const;
export const billingIntervalSchema = z.enum(billingIntervals);
export type BillingInterval = z.infer<typeof billingIntervalSchema>;

/** ISO 4217 code in capitals. */
const currencySchema = z.string().regex(/^[A-Z]{3}$/);
const amountSchema = z.int();

export const moneySchema = z.object({ amount: amountSchema, currency: currencySchema });
export type Money = z.infer<typeof moneySchema>;

/** What the plan costs in this installation. */
export const planPricesSchema = z.object({
  currency: currencySchema,
  month: amountSchema,
  year: amountSchema,
  /** True where a simulator stands in for the payment provider, and no money moves. */
  simulated: z.boolean(),
});
export type PlanPrices = z.infer<typeof planPricesSchema>;

/** Brands that are taken. The words are the provider's. */
export const cardBrands = ['visa', 'mastercard', 'amex'] as const;

export const cardSchema = z.object({
  /** One of {@link cardBrands}, or the provider's word for another brand. */
  brand: z.string(),
  last4: z.string(),
  /** Last month in which it is valid, `YYYY-MM`. */
  expires: z.string(),
});

export const subscriptionSchema = z.object({
  interval: billingIntervalSchema,
  /** What one period costs. It stays as it was ordered when the operator changes the price. */
  price: moneySchema,
  /** What the next charge takes, after discounts and credit. */
  nextCharge: moneySchema,
  startedAt: timeSchema,
  /** The end of the paid period: the next charge, unless the plan is canceled. */
  periodEndsAt: timeSchema,
  /** While the last payment has failed: when the provider tries again. */
  nextAttemptAt: timeSchema.nullable(),
  /** The invoice that a payment has failed for, and what the card pays of it; null while nothing is owed. */
  openInvoice: z.object({ id: idSchema, due: moneySchema }).nullable(),
  /** A change that waits for its payment: the provider's page on which to confirm it, and until when. */
  pendingChange: z
    .object({ interval: billingIntervalSchema, payAt: z.string(), until: timeSchema })
    .nullable(),
  /** Whether a change to the other interval is possible: the provider takes no second currency for a running plan. */
  mayChange: z.boolean(),
});

export const invoiceRecipientSchema = z.object({
  name: z.string(),
  email: z.string(),
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    postalCode: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
  }),
  /** Empty without one. */
  vatNumber: z.string(),
});
export type InvoiceRecipient = z.infer<typeof invoiceRecipientSchema>;

export const billingSchema = z.object({
  state: planStateSchema,
  /** When the trial or plan ends or ended; null for one that renews and for a free one without an end. */
  endsAt: timeSchema.nullable(),
  /** The payment; null for an account that has not paid, or whose paid plan is over. */
  subscription: subscriptionSchema.nullable(),
  /** What the account has at the provider from a cheaper plan, which the next charges use. */
  credit: moneySchema,
  /** Null when the provider has none. */
  card: cardSchema.nullable(),
  /** Whether the provider knows the account: then it has pages for cards and invoices. */
  hasCustomer: z.boolean(),
  /**
   * Within 14 days after an order it can be withdrawn: until when, and what is paid back. Null where nothing can be
   * withdrawn.
   */
  withdrawal: z.object({ until: timeSchema, refund: moneySchema }).nullable(),
  prices: planPricesSchema,
  /** When the account is deleted unless somebody pays; null while the plan runs. */
  deletionOn: timeSchema.nullable(),
  /** The contract on processing of personal data. `acceptedBy` is null for somebody who left. */
  processing: z.object({
    version: z.string(),
    accepted: z.object({ version: z.string(), at: timeSchema, acceptedBy: z.string().nullable() }).nullable(),
  }),
});
export type Billing = z.infer<typeof billingSchema>;
const billingOutput = z.object({ billing: billingSchema });

/** Reasons for a cancelation; the words are the provider's. */
export const cancelReasons = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const;

/** What a change of the interval costs, as the provider calculates it. */
export const changePreviewSchema = z.object({
  interval: billingIntervalSchema,
  /** Charged at once; 0 when the unused time of the paid period is worth more. */
  dueNow: moneySchema,
  /** The unused time of the paid period, which is taken into account. */
  unused: moneySchema,
  /** What a new period costs. */
  price: moneySchema,
  /** Taken off by promotion codes. */
  discount: moneySchema,
  /** Credit of the account that pays a part. */
  creditUsed: moneySchema,
  /** What remains and pays later periods. */
  credit: moneySchema,
  /** The end of the new period. */
  periodEndsAt: timeSchema,
  /** Belongs to the calculation; `change` sends it back, so that the charge is the one that was shown. */
  calculatedAt: z.int(),
});
export type ChangePreview = z.infer<typeof changePreviewSchema>;

/** Statuses of Stripe's Invoice object that a customer sees. */
export const invoiceStatuses = ['open', 'paid', 'uncollectible', 'void'] as const;

export const invoiceSchema = z.object({
  id: idSchema,
  /** The provider's number, which is printed on it. */
  number: z.string(),
  status: z.enum(invoiceStatuses),
  createdAt: timeSchema,
  total: moneySchema,
  /** What was paid of it, in the smallest unit of its currency; the rest was paid by credit, if it is paid. */
  paid: amountSchema,
  /** What was paid back of it; 0 for nothing. */
  refunded: amountSchema,
  /** The bank has taken the payment back, unless the dispute was won. */
  disputed: z.boolean(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** Path of the contract on processing as PDF, below the root of the API; with the fields of this query. */
export const processingPdfPath = '/billing/processing.pdf';
export const processingPdfQuerySchema = z.strictObject({ language: z.enum(languages) });

const owner = { access: 'user', action: 'billing.manage', tag: 'Billing' } as const;

export const billing = {
  get: route({
    ...owner,
    method: 'GET',
    path: '/billing',
    summary: 'Plan and payment of the account, as the payment provider was read last.',
    input: emptyInput,
    output: billingOutput,
  }),
  refresh: route({
    ...owner,
    method: 'POST',
    path: '/billing/refresh',
    summary: 'Reads the payment provider now, for example after its page has sent the customer back.',
    input: optionalEmptyBody,
    output: billingOutput,
  }),
  order: route({
    ...owner,
    method: 'POST',
    path: '/billing/orders',
    summary:
      'Orders the plan with an obligation to pay. The answer is the address of the provider’s page for the payment. A repeat with the same interval leads to the same page. `price-changed`: the price is not the one that was shown.',
    input: z.strictObject({
      interval: billingIntervalSchema,
      /** The price that the customer saw. */
      amount: amountSchema.min(0).max(1_000_000_000),
      currency: currencySchema,
    }),
    output: z.object({ payAt: z.string() }),
  }),
  previewChange: route({
    ...owner,
    method: 'POST',
    path: '/billing/change/preview',
    summary: 'What a change to the other interval costs at this moment.',
    input: z.strictObject({ interval: billingIntervalSchema }),
    output: z.object({ preview: changePreviewSchema }),
  }),
  change: route({
    ...owner,
    method: 'POST',
    path: '/billing/change',
    summary:
      'Changes the interval at once, with an obligation to pay `dueNow` of the preview. When the payment must be confirmed, the change waits for it. `payment-refused`: the card was declined, and nothing has changed.',
    input: z.strictObject({
      interval: billingIntervalSchema,
      dueNow: amountSchema.min(0).max(1_000_000_000),
      currency: currencySchema,
      calculatedAt: z.int().min(0).max(4_000_000_000),
    }),
    output: billingOutput,
  }),
  cancel: route({
    ...owner,
    method: 'POST',
    path: '/billing/cancel',
    summary: 'Ends the plan with the paid period. A repeat changes nothing.',
    input: z.strictObject({
      reason: z.enum(cancelReasons).nullable(),
      comment: storableString(500),
    }),
    output: billingOutput,
  }),
  resume: route({
    ...owner,
    method: 'POST',
    path: '/billing/resume',
    summary: 'Takes a cancelation back before the end.',
    input: optionalEmptyBody,
    output: billingOutput,
  }),
  withdraw: route({
    ...owner,
    method: 'POST',
    path: '/billing/withdraw',
    summary:
      'Withdraws the last order within 14 days: the plan ends at once, and what was paid for it is paid back.',
    input: optionalEmptyBody,
    output: billingOutput,
  }),
  openPortal: route({
    ...owner,
    method: 'POST',
    path: '/billing/portal',
    summary:
      'An address of the provider’s page, which works for a short time: for another card, or for everything it has.',
    input: z.strictObject({ page: z.enum(['card', 'overview']) }),
    output: z.object({ address: z.string() }),
  }),
  getRecipient: route({
    ...owner,
    method: 'GET',
    path: '/billing/recipient',
    summary: 'To whom invoices are written, as the provider holds it. Null before the first order.',
    input: emptyInput,
    output: z.object({ recipient: invoiceRecipientSchema.nullable() }),
  }),
  setRecipient: route({
    ...owner,
    method: 'PUT',
    path: '/billing/recipient',
    summary:
      'Changes to whom later invoices are written. `invalid-input` names the field that the provider refused, for example a VAT number.',
    input: z.strictObject({
      name: nameSchema(150).min(1),
      email: reachableEmailSchema,
      address: z.strictObject({
        line1: nameSchema(200).min(1),
        line2: nameSchema(200),
        postalCode: nameSchema(20),
        city: nameSchema(100),
        state: nameSchema(100),
        /** ISO 3166 code. */
        country: z.string().regex(/^[A-Z]{2}$/),
      }),
      vatNumber: z
        .string()
        .trim()
        .max(30)
        .regex(/^[A-Za-z0-9 .-]*$/),
    }),
    output: z.object({ recipient: invoiceRecipientSchema }),
  }),
  listInvoices: route({
    ...owner,
    method: 'GET',
    path: '/billing/invoices',
    summary: 'Invoices of the account, newest first.',
    input: z.strictObject({ cursor: z.string().max(200).optional() }),
    output: z.object({ items: z.array(invoiceSchema), nextCursor: z.string().nullable() }),
  }),
  openInvoice: route({
    ...owner,
    method: 'POST',
    path: '/billing/invoices/{id}/addresses',
    summary: 'The addresses of an invoice at the provider: its page, where an open one is paid, and its PDF.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ page: z.string(), pdf: z.string() }),
  }),
  acceptProcessing: route({
    ...owner,
    method: 'POST',
    path: '/billing/processing',
    summary: 'Accepts the contract on processing of personal data, in the version that was shown.',
    input: z.strictObject({ version: z.string().max(40) }),
    output: okOutput,
  }),
};
