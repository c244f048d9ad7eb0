/**
 * The product and the prices of the plan at the provider. They are found by lookup keys, or made. A price there never changes:
 * for another amount a new one gets the key, and running subscriptions keep the price that they were ordered with.
 */
import type { BillingInterval, PlanPrices } from '@kindling/contract/billing';
import type { Stripe } from 'stripe';
import type { Catalog, PaymentsDeps } from './deps.ts';
import { callProvider } from './provider-error.ts';

const lookupKeys: Readonly<Record<BillingInterval, string>> = {
  month: 'kindling-plan-month',
  year: 'kindling-plan-year',
};

export function createCatalog({
  stripe,
  prices,
  brandName,
}: Pick<PaymentsDeps, 'stripe' | 'prices'> & { brandName: string }): Catalog {
  return {
    priceOf: (interval) =>
      callProvider(async () => {
        const client = await stripe();
        const wanted = { interval, amount: prices[interval], currency: prices.currency.toLowerCase() };
        const { data } = await client.prices.list({ lookup_keys: [lookupKeys[interval]], active: true });
        const [found] = data;
        return found !== undefined && fits(found, wanted)
          ? found.id
          : createPrice(client, wanted, { brandName, replaced: found ?? null });
      }),
  };
}

interface WantedPrice {
  interval: BillingInterval;
  amount: PlanPrices['month'];
  currency: string;
}

function fits(price: Stripe.Price, { interval, amount, currency }: WantedPrice): boolean {
  return (
    price.unit_amount === amount &&
    price.currency === currency &&
    price.tax_behavior === 'inclusive' &&
    price.recurring?.interval === interval
  );
}

/** Two processes that make the same price at once get the same one, by the key of the request. */
async function createPrice(
  client: Stripe,
  { interval, amount, currency }: WantedPrice,
  { brandName, replaced }: { brandName: string; replaced: Stripe.Price | null },
): Promise<string> {
  const product = replaced === null ? await findOrCreateProduct(client, brandName) : replaced.product;
  const price = await client.prices.create(
    {
      product: typeof product === 'string' ? product : product.id,
      unit_amount: amount,
      currency,
      recurring: { interval },
      tax_behavior: 'inclusive',
      lookup_key: lookupKeys[interval],
      transfer_lookup_key: true,
    },
    { idempotencyKey: `price ${interval} ${amount} ${currency} after ${replaced?.id ?? 'none'}` },
  );
  return price.id;
}

/** The other interval may have made the product already. */
async function findOrCreateProduct(client: Stripe, brandName: string): Promise<string> {
  const { data } = await client.prices.list({ lookup_keys: Object.values(lookupKeys) });
  const [other] = data;
  if (other !== undefined) return typeof other.product === 'string' ? other.product : other.product.id;
  const product = await client.products.create(
    { name: brandName, metadata: { kindling: 'plan' } },
    { idempotencyKey: 'product kindling-plan' },
  );
  return product.id;
}
