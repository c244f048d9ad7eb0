/** To whom invoices are written. The provider holds it, and checks VAT numbers. */
import type { InvoiceRecipient } from '@kindling/contract/billing';
import type { Stripe } from 'stripe';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { findSubscription } from '../billing/index.ts';
import { audit } from '../identity/index.ts';
import { getOrCreateCustomer, type Orderer } from './customers.ts';
import type { PaymentsDeps } from './deps.ts';
import { callProvider, orNull, refusedParameter } from './provider-error.ts';

type Deps = Pick<PaymentsDeps, 'db' | 'stripe' | 'prices'>;

/** Countries of the EU by their ISO code, with the prefix of their VAT numbers where it differs. */
const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
const otherVatTypes: Readonly<Record<string, Stripe.CustomerCreateTaxIdParams['type']>> = {
  GB: 'gb_vat',
  CH: 'ch_vat',
  NO: 'no_vat',
  IS: 'is_vat',
  RS: 'rs_pib',
  AU: 'au_abn',
  NZ: 'nz_gst',
  CA: 'ca_bn',
  US: 'us_ein',
};

/** @throws AppError `payment-unavailable` */
export async function readRecipient(deps: Deps, accountId: string): Promise<InvoiceRecipient | null> {
  const row = await inTenant(deps.db, accountId, (trx) => findSubscription(trx, accountId));
  const customerId = row?.customer_id ?? null;
  if (customerId === null) return null;
  return callProvider(async () => {
    const client = await deps.stripe();
    const customer = await orNull(client.customers.retrieve(customerId, { expand: ['tax_ids'] }));
    if (customer === null || customer.deleted === true) return null;
    return describeRecipient(customer);
  });
}

function describeRecipient(customer: Stripe.Customer): InvoiceRecipient {
  const { address } = customer;
  return {
    name: customer.name ?? '',
    email: customer.email ?? '',
    address: {
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      postalCode: address?.postal_code ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      country: address?.country ?? '',
    },
    vatNumber: customer.tax_ids?.data[0]?.value ?? '',
  };
}

/** @throws AppError `invalid-input` with the field that the provider refused; `payment-unavailable` */
export async function saveRecipient(
  deps: Deps,
  orderer: Orderer,
  recipient: InvoiceRecipient,
): Promise<InvoiceRecipient> {
  const { accountId, userId } = orderer;
  const vatNumber = recipient.vatNumber.replaceAll(/[ .-]/g, '').toUpperCase();
  const vatType = vatTypeOf(recipient.address.country);
  if (vatNumber !== '' && vatType === undefined)
    throw refusedField('vatNumber', 'A VAT number of this country is not supported.');
  const customerId = await getOrCreateCustomer(deps, orderer, deps.prices.currency);
  const client = await deps.stripe();
  // First what is refused most often, so that a refused number changes nothing.
  await callProvider(() => replaceVatNumber(client, customerId, vatNumber, vatType)).catch(asRefusedField);
  await callProvider(() =>
    client.customers.update(customerId, {
      name: recipient.name,
      email: recipient.email,
      address: {
        line1: recipient.address.line1,
        line2: recipient.address.line2,
        postal_code: recipient.address.postalCode,
        city: recipient.address.city,
        state: recipient.address.state,
        country: recipient.address.country,
      },
    }),
  ).catch(asRefusedField);
  await inTenant(deps.db, accountId, (trx) =>
    audit(trx, { accountId, userId, action: 'plan.recipient-changed' }),
  );
  return (await readRecipient(deps, accountId)) ?? recipient;
}

function vatTypeOf(country: string): Stripe.CustomerCreateTaxIdParams['type'] | undefined {
  return euCountries.has(country) ? 'eu_vat' : otherVatTypes[country];
}

/** The new number is added before the old one goes, so that a refused one changes nothing. */
async function replaceVatNumber(
  client: Stripe,
  customerId: string,
  vatNumber: string,
  type: Stripe.CustomerCreateTaxIdParams['type'] | undefined,
): Promise<void> {
  const { data } = await client.customers.listTaxIds(customerId);
  if (vatNumber !== '' && type !== undefined && !data.some(({ value }) => value === vatNumber))
    await client.customers.createTaxId(customerId, { type, value: vatNumber });
  // Null for one that another call at the same time has deleted.
  for (const old of data)
    if (old.value !== vatNumber) await orNull(client.customers.deleteTaxId(customerId, old.id));
}

const fieldOf: Readonly<Record<string, string>> = {
  value: 'vatNumber',
  type: 'vatNumber',
  email: 'email',
  name: 'name',
  'address[line1]': 'address.line1',
  'address[line2]': 'address.line2',
  'address[postal_code]': 'address.postalCode',
  'address[city]': 'address.city',
  'address[state]': 'address.state',
  'address[country]': 'address.country',
};

function asRefusedField(error: unknown): never {
  const field = fieldOf[refusedParameter(error) ?? ''];
  throw field === undefined ? error : refusedField(field, 'The payment provider does not accept it.');
}

function refusedField(path: string, message: string): AppError {
  return new AppError('invalid-input', undefined, { fields: [{ path, message }] });
}
