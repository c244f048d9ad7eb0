import type { PaymentsDeps } from './deps.ts';
import { endSubscription } from './end-subscription.ts';
import { payBack } from './pay-back.ts';
import type { CustomerSnapshot } from './snapshot.ts';

/**
 * Two pages for the payment that are paid at the same moment make two subscriptions, and an account has one plan. What was paid
 * for the younger one goes back before it ends: until then the next reading finds it again.
 * @throws AppError `payment-unavailable`
 */
export async function endExtraSubscriptions(
  deps: Pick<PaymentsDeps, 'stripe' | 'log'>,
  { customerId, extraSubscriptionIds, invoices }: CustomerSnapshot,
): Promise<void> {
  for (const subscriptionId of extraSubscriptionIds) {
    for (const invoice of invoices)
      if (invoice.subscriptionId === subscriptionId && invoice.paymentIntent !== null && invoice.paid > 0)
        await payBack(deps, invoice.paymentIntent, `extra ${invoice.providerId}`);
    await endSubscription(deps, subscriptionId);
    deps.log.warn(
      { customerId, subscriptionId },
      'A second subscription of an account was paid back and ended',
    );
  }
}
