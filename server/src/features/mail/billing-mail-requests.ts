/** Mails about plan and payment of an account, with the values of their templates. All but the last one go to owners. */
import { billingIntervals, moneySchema } from '@kindling/contract/billing';
import { languages } from '@kindling/contract/constants';
import { z } from 'zod';
import { account, link, nameOfOthers, person } from './request-fields.ts';

/** Calendar day (`YYYY-MM-DD`) in the account's time zone. */
const day = z.iso.date();
/** The number that the payment provider printed on an invoice. */
const invoiceNumber = z.string().min(1).max(100);
/** Whom the mail is about. */
const owner = { ...person, ...account, accountName: nameOfOthers };

export const billingMailSchemas = [
  z.strictObject({
    kind: z.literal('trial-ending'),
    ...owner,
    /** Whole days left: at the latest 7, and fewer when the worker did not run for a while. */
    days: z.int().min(1).max(7),
    endsOn: day,
  }),
  z.strictObject({ kind: z.literal('trial-ended'), ...owner, deletionOn: day }),
  /** A paid plan has ended. */
  z.strictObject({ kind: z.literal('plan-ended'), ...owner, deletionOn: day }),
  /** The confirmation of the contract, which the law wants on a durable medium. */
  z.strictObject({
    kind: z.literal('order-confirmed'),
    ...owner,
    interval: z.enum(billingIntervals),
    /** What a period costs, and what was paid for this order. */
    price: moneySchema,
    paidNow: moneySchema,
    orderedOn: day,
    /** The end of the paid period. */
    periodEndsOn: day,
    /** The last whole day on which the order can be withdrawn. */
    withdrawUntil: day,
    /** The contract partner, from the settings. */
    operator: z.strictObject({ name: z.string().max(100), address: z.string().max(200).nullable() }),
  }),
  z.strictObject({
    kind: z.literal('payment-received'),
    ...owner,
    invoiceNumber,
    total: moneySchema,
    paidOn: day,
    /** Null where nothing more is charged. */
    nextChargeOn: day.nullable(),
  }),
  z.strictObject({
    kind: z.literal('payment-failed'),
    ...owner,
    total: moneySchema,
    /** Counted from 1. */
    attempt: z.int().min(1),
    /** Null after the last one. */
    nextAttemptOn: day.nullable(),
  }),
  /** `link` is the payment provider's page on which the person confirms the payment to their bank. */
  z.strictObject({ kind: z.literal('payment-confirmation-needed'), ...owner, total: moneySchema, link }),
  /** A card of a brand that is not taken was removed. `brand` is the payment provider's word. */
  z.strictObject({ kind: z.literal('card-refused-brand'), ...owner, brand: z.string().max(100) }),
  z.strictObject({ kind: z.literal('plan-canceled'), ...owner, endsOn: day }),
  /** `trialUntil`: the last day of a trial that goes on without the plan. */
  z.strictObject({
    kind: z.literal('order-withdrawn'),
    ...owner,
    refund: moneySchema,
    withdrawnOn: day,
    trialUntil: day.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('payment-refunded'), ...owner, refund: moneySchema, invoiceNumber }),
  /** The account is deleted on `deletedOn`, because its plan ended on `endedOn` and nobody has paid. */
  z.strictObject({
    kind: z.literal('account-deletion-warning'),
    ...owner,
    days: z.union([z.literal(30), z.literal(7), z.literal(1)]),
    deletedOn: day,
    endedOn: day,
  }),
  /** To support (the brand's address): a bank has taken a payment back. */
  z.strictObject({
    kind: z.literal('payment-disputed'),
    locale: z.enum(languages),
    ...account,
    invoiceNumber,
    total: moneySchema,
  }),
] as const;
