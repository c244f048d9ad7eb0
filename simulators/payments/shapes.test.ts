import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPrices,
  createSession,
  startTestPayments,
  subscribe,
  type TestPayments,
} from './test-client.ts';

type RequiredName<T> = {
  [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? never : Name;
}[keyof T];
type Words<Text extends string, Found = never> = Text extends `${infer One} ${infer Rest}`
  ? Words<Rest, Found | One>
  : Found | Text;

/** The members that a type requires; the compiler refuses a list that lacks one. */
function names<T>() {
  return <Text extends string>(
    list: Exclude<RequiredName<T>, Words<Text> | 'lastResponse'> extends never ? Text : never,
  ): string[] => list.split(' ');
}

let payments: TestPayments;
let found: Record<string, object>;
beforeAll(async () => {
  payments = await startTestPayments();
  const { stripe } = payments;
  const { monthly, product } = await createPrices(stripe);
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const promotionCode = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
  });
  const { customer, subscription, session } = await subscribe(payments, monthly.id, {
    discounts: [{ coupon: coupon.id }],
  });
  const [invoice] = (await stripe.invoices.list({ customer, expand: ['data.payments', 'data.discounts'] }))
    .data;
  const [charge] = (await stripe.charges.list({ customer })).data;
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://app.example/' });
  found = {
    product,
    price: monthly,
    coupon,
    promotionCode,
    session,
    open: await createSession(stripe, monthly.id),
    subscription,
    item: subscription.items.data[0] as object,
    customer: await stripe.customers.retrieve(customer),
    invoice: invoice as object,
    line: invoice?.lines.data[0] as object,
    payment: invoice?.payments?.data[0] as object,
    discount: invoice?.discounts[0] as object,
    charge: charge as object,
    intent: await stripe.paymentIntents.retrieve(String(charge?.payment_intent)),
    card: await stripe.paymentMethods.retrieve(String(charge?.payment_method)),
    refund: await stripe.refunds.create({ charge: String(charge?.id), amount: 1 }),
    taxId: await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'DE123456789' }),
    portal,
    configuration: await stripe.billingPortal.configurations.retrieve(String(portal.configuration)),
    event: (await stripe.events.list({ limit: 1 })).data[0] as object,
  };
});
afterAll(() => payments.close());

const sessionNames = names<Stripe.Checkout.Session>()(
  'id object adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types amount_subtotal amount_total automatic_tax billing_address_collection cancel_url client_reference_id client_secret collected_information consent consent_collection created currency currency_conversion custom_fields custom_text customer customer_account customer_creation customer_details customer_email discounts expires_at integration_identifier invoice invoice_creation livemode locale managed_payments metadata mode origin_context payment_intent payment_link payment_method_collection payment_method_configuration_details payment_method_options payment_method_types payment_status permissions recovered_from saved_payment_method_options setup_intent shipping_address_collection shipping_cost shipping_options status submit_type subscription success_url total_details ui_mode url wallet_options',
);
const required: Record<string, string[]> = {
  product: names<Stripe.Product>()(
    'id object active created description images livemode marketing_features metadata name package_dimensions shippable tax_details type updated url',
  ),
  price: names<Stripe.Price>()(
    'id object active billing_scheme created currency custom_unit_amount livemode lookup_key metadata nickname product recurring tax_behavior tiers_mode transform_quantity type unit_amount unit_amount_decimal',
  ),
  coupon: names<Stripe.Coupon>()(
    'id object amount_off created currency duration duration_in_months livemode max_redemptions metadata name percent_off redeem_by times_redeemed valid',
  ),
  promotionCode: names<Stripe.PromotionCode>()(
    'id object active code created customer customer_account expires_at livemode max_redemptions metadata promotion restrictions times_redeemed',
  ),
  session: sessionNames,
  open: sessionNames,
  subscription: names<Stripe.Subscription>()(
    'id object application application_fee_percent automatic_tax billing_cycle_anchor billing_cycle_anchor_config billing_mode billing_schedules billing_thresholds cancel_at cancel_at_period_end canceled_at cancellation_details collection_method created currency customer customer_account days_until_due default_payment_method default_source description discounts ended_at invoice_settings items latest_invoice livemode managed_payments metadata next_pending_invoice_item_invoice on_behalf_of pause_collection payment_settings pending_invoice_item_interval pending_setup_intent pending_update schedule start_date status test_clock transfer_data trial_end trial_settings trial_start',
  ),
  item: names<Stripe.SubscriptionItem>()(
    'id object billing_thresholds created current_period_end current_period_start current_trial discounts metadata plan price subscription tax_rates',
  ),
  customer: names<Stripe.Customer>()(
    'id object balance created default_source description email invoice_settings livemode metadata shipping',
  ),
  invoice: names<Stripe.Invoice>()(
    'id object account_country account_name account_tax_ids amount_due amount_overpaid amount_paid amount_remaining amount_shipping application attempt_count attempted automatic_tax automatically_finalizes_at billing_reason collection_method created currency custom_fields customer customer_account customer_address customer_email customer_name customer_phone customer_shipping customer_tax_exempt default_payment_method default_source default_tax_rates description discounts due_date effective_at ending_balance footer from_invoice issuer last_finalization_error latest_revision lines livemode metadata next_payment_attempt number on_behalf_of parent payment_settings period_end period_start post_payment_credit_notes_amount pre_payment_credit_notes_amount receipt_number rendering shipping_cost shipping_details starting_balance statement_descriptor status status_transitions subtotal subtotal_excluding_tax test_clock total total_discount_amounts total_excluding_tax total_pretax_credit_amounts total_taxes webhooks_delivered_at',
  ),
  line: names<Stripe.InvoiceLineItem>()(
    'id object amount currency description discount_amounts discountable discounts invoice livemode metadata parent period pretax_credit_amounts pricing quantity quantity_decimal subscription subtotal taxes',
  ),
  payment: names<Stripe.InvoicePayment>()(
    'id object amount_paid amount_requested created currency invoice is_default livemode payment status status_transitions',
  ),
  discount: names<Stripe.Discount>()(
    'id object checkout_session customer customer_account end invoice invoice_item promotion_code source start subscription subscription_item',
  ),
  charge: names<Stripe.Charge>()(
    'id object amount amount_captured amount_refunded application application_fee application_fee_amount balance_transaction billing_details calculated_statement_descriptor captured created currency customer description disputed failure_balance_transaction failure_code failure_message fraud_details livemode metadata on_behalf_of outcome paid payment_intent payment_method payment_method_details receipt_email receipt_number receipt_url refunded review shipping source source_transfer statement_descriptor statement_descriptor_suffix status transfer_data transfer_group',
  ),
  intent: names<Stripe.PaymentIntent>()(
    'id object allowed_payment_method_types amount amount_capturable amount_received application application_fee_amount automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created currency customer customer_account description excluded_payment_method_types last_payment_error latest_charge livemode managed_payments metadata next_action on_behalf_of payment_method payment_method_configuration_details payment_method_options payment_method_types payment_record processing receipt_email review setup_future_usage shipping source statement_descriptor statement_descriptor_suffix status transfer_group',
  ),
  card: names<Stripe.PaymentMethod>()(
    'id object billing_details created customer customer_account livemode metadata type',
  ),
  refund: names<Stripe.Refund>()(
    'id object amount balance_transaction charge created currency customer customer_account metadata payment_intent payment_method reason receipt_number source_transfer_reversal status transfer_reversal',
  ),
  taxId: names<Stripe.TaxId>()(
    'id object country created customer customer_account livemode owner type value verification',
  ),
  portal: names<Stripe.BillingPortal.Session>()(
    'id object configuration created customer customer_account flow livemode locale on_behalf_of return_url url',
  ),
  configuration: names<Stripe.BillingPortal.Configuration>()(
    'id object active application business_profile created default_return_url features is_default livemode login_page metadata name updated',
  ),
  event: names<Stripe.Event>()('id object api_version created data livemode pending_webhooks request type'),
};

it.each(Object.entries(required))('%s has the members that its type requires', (name, members) => {
  expect(members.filter((member) => !Object.hasOwn(found[name] ?? {}, member))).toEqual([]);
});
