/** The provider's pages for cards and invoices. */
import type { Stripe } from 'stripe';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { findSubscription } from '../billing/index.ts';
import type { PaymentsDeps } from './deps.ts';
import { findInvoice } from './invoice-queries.ts';
import { callProvider, isRefusedWith, orNull } from './provider-error.ts';

type Deps = Pick<PaymentsDeps, 'db' | 'stripe' | 'publicUrl'>;

/** Changes with the features below, so that the provider gets a new configuration. */
const configurationVersion = '1';

/** @throws AppError `no-plan` before the first order, and for a customer whom the provider has no more; `payment-unavailable` */
export async function openPortal(
  deps: Deps,
  { accountId, locale }: { accountId: string; locale: string },
  page: 'card' | 'overview',
): Promise<string> {
  const row = await inTenant(deps.db, accountId, (trx) => findSubscription(trx, accountId));
  const customer = row?.customer_id ?? null;
  if (customer === null) throw new AppError('no-plan');
  const { publicUrl } = deps;
  return callProvider(async () => {
    const client = await deps.stripe();
    const session = await client.billingPortal.sessions.create({
      customer,
      configuration: await findOrCreateConfiguration(client, publicUrl),
      return_url: `${publicUrl}/billing?returned=${page}`,
      ...(portalLocales.has(locale)
        ? { locale: locale as Stripe.BillingPortal.SessionCreateParams.Locale }
        : {}),
      ...(page === 'card'
        ? {
            flow_data: {
              type: 'payment_method_update',
              after_completion: {
                type: 'redirect',
                redirect: { return_url: `${publicUrl}/billing?returned=card` },
              },
            },
          }
        : {}),
    });
    return session.url;
  }).catch((error: unknown) => {
    throw isRefusedWith(error, 'resource_missing') ? new AppError('no-plan') : error;
  });
}

/** Our languages that the provider's pages have; they have no Serbian, and then follow the browser. */
const portalLocales = new Set(['en', 'de', 'fr', 'es', 'nl']);

/** Plans are changed and canceled in the product, which says what follows; the provider's page can cancel too. */
async function findOrCreateConfiguration(client: Stripe, publicUrl: string): Promise<string> {
  const { data } = await client.billingPortal.configurations.list({ active: true, limit: 100 });
  // Its links lead to this installation.
  const version = `${configurationVersion} ${publicUrl}`;
  const known = data.find(({ metadata }) => metadata?.kindling === version);
  if (known !== undefined) return known.id;
  const made = await client.billingPortal.configurations.create(
    {
      metadata: { kindling: version },
      business_profile: {
        terms_of_service_url: `${publicUrl}/terms-and-conditions`,
        privacy_policy_url: `${publicUrl}/privacy-policy`,
      },
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        customer_update: { enabled: true, allowed_updates: ['name', 'email', 'address', 'tax_id'] },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
    },
    { idempotencyKey: `portal ${version}` },
  );
  return made.id;
}

/**
 * The provider's addresses of an invoice, which change from time to time.
 * @throws AppError `not-found`, `payment-unavailable`
 */
export async function openInvoice(
  { db, stripe }: Deps,
  accountId: string,
  id: string,
): Promise<{ page: string; pdf: string }> {
  const row = await inTenant(db, accountId, (trx) => findInvoice(trx, accountId, id));
  if (row === null) throw new AppError('not-found');
  const invoice = await callProvider(async () => orNull((await stripe()).invoices.retrieve(row.provider_id)));
  const { hosted_invoice_url: page, invoice_pdf: pdf } = invoice ?? {};
  if (!page || !pdf) throw new AppError('not-found');
  return { page, pdf };
}
