/** The SDK of the payment provider. With a simulator only the address differs. */
import type { Stripe } from 'stripe';
import type { Settings } from '../../config/settings.ts';

export type PaymentSettings = NonNullable<Settings['payments']>;
/** The SDK, loaded at the first call: it takes a tenth of a second, and installations without plans never need it. */
export type StripeLoader = () => Promise<Stripe>;

/** Pinned, so that an update of the SDK changes no shapes by itself. */
export const apiVersion = '2026-10-28.endive';

export function createStripeLoader({
  secretKey,
  apiUrl,
}: Pick<PaymentSettings, 'secretKey' | 'apiUrl'>): StripeLoader {
  let loading: Promise<Stripe> | null = null;
  return () => {
    loading ??= load(secretKey, new URL(apiUrl));
    return loading;
  };
}

async function load(secretKey: string, { hostname, port, protocol }: URL): Promise<Stripe> {
  const { default: StripeSdk } = await import('stripe');
  return new StripeSdk(secretKey, {
    apiVersion,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    // A request of a person waits for the answer, and jobs try again by themselves.
    maxNetworkRetries: 1,
    timeout: 15_000,
    telemetry: false,
  });
}
