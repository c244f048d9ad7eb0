import type { PaymentsDeps } from './deps.ts';
import { callProvider, isRefusedWith } from './provider-error.ts';

/** Ends a subscription at once. Safe to repeat. @throws AppError `payment-unavailable` */
export async function endSubscription(
  deps: Pick<PaymentsDeps, 'stripe'>,
  subscriptionId: string,
): Promise<void> {
  try {
    await callProvider(async () => (await deps.stripe()).subscriptions.cancel(subscriptionId));
  } catch (error) {
    // It was ended before.
    if (!isRefusedWith(error, 'resource_missing')) throw error;
  }
}
