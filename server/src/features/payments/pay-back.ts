import type { PaymentsDeps } from './deps.ts';
import { callProvider, isRefusedWith } from './provider-error.ts';

/**
 * Pays back everything of a payment that was not paid back yet. Safe to repeat with the same key.
 * @throws AppError `payment-unavailable`
 */
export async function payBack(
  deps: Pick<PaymentsDeps, 'stripe'>,
  paymentIntent: string,
  idempotencyKey: string,
): Promise<void> {
  try {
    await callProvider(async () =>
      (await deps.stripe()).refunds.create(
        { payment_intent: paymentIntent, reason: 'requested_by_customer' },
        { idempotencyKey },
      ),
    );
  } catch (error) {
    // What the customer's bank took back already is not paid back again.
    if (!isRefusedWith(error, 'charge_already_refunded', 'charge_disputed')) throw error;
  }
}
