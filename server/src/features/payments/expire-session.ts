import type { PaymentsDeps } from './deps.ts';
import { callProvider } from './provider-error.ts';

/** Closes the provider's page for a payment, so that nobody pays there. @returns false when it was paid already */
export async function expireSession(
  { stripe }: Pick<PaymentsDeps, 'stripe'>,
  sessionId: string,
): Promise<boolean> {
  return callProvider(async () => {
    const { sessions } = (await stripe()).checkout;
    const session = await sessions.retrieve(sessionId);
    if (session.status === 'complete') return false;
    if (session.status === 'expired') return true;
    try {
      await sessions.expire(sessionId);
      return true;
    } catch (error) {
      // It was paid or expired between the two calls.
      const now = await sessions.retrieve(sessionId);
      if (now.status === 'open') throw error;
      return now.status === 'expired';
    }
  });
}
