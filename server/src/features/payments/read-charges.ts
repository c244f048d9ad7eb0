import type { Stripe } from 'stripe';

/** What became of payments that succeeded, by the id of the payment intent. */
export type Charges = ReadonlyMap<string, { refunded: number; disputed: boolean }>;

/** Pages of 100 charges of one reading: each failed attempt is a charge. */
const maxPages = 5;

/** Reads what went back to a customer: refunds, and disputes that are open or lost. */
export async function listCharges(stripe: Stripe, customerId: string): Promise<Charges> {
  const charges = new Map<string, { refunded: number; disputed: boolean }>();
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { data, has_more: hasMore } = await stripe.charges.list({
      customer: customerId,
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    for (const charge of data) {
      const intent = idOf(charge.payment_intent);
      if (intent === null || !charge.paid) continue;
      const disputed = charge.disputed && (await isDisputeLeft(stripe, charge.id));
      charges.set(intent, { refunded: charge.amount_refunded, disputed });
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) break;
  }
  return charges;
}

/** The charge itself stays marked when its dispute was won. */
async function isDisputeLeft(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: 10 });
  return data.length === 0 || data.some(({ status }) => status !== 'won' && status !== 'warning_closed');
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
