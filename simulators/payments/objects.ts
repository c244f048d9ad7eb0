/**
 * The stored objects, as the API sends them. Only the members that the simulator reads are named; the others are
 * constants of the place that creates the object.
 */

export interface Stored {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

export type Metadata = Record<string, string>;

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Address {
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

/** A change of a customer's balance by hand; invoices change it as well, and keep how. */
export interface BalanceTransaction extends Stored {
  amount: number;
  customer: string;
  ending_balance: number;
  metadata: Metadata;
}

export interface Product extends Stored {
  active: boolean;
  name: string;
  metadata: Metadata;
}

export interface Price extends Stored {
  active: boolean;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  product: string;
  recurring: { interval: string; interval_count: number; [field: string]: unknown } | null;
  tax_behavior: string;
  unit_amount: number;
}

export interface Customer extends Stored {
  address: Address | null;
  /** Below zero is a credit, which the next invoices use. */
  balance: number;
  currency: string | null;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: { default_payment_method: string | null; [field: string]: unknown };
  metadata: Metadata;
  name: string | null;
  next_invoice_sequence: number;
  preferred_locales: string[];
  tax_exempt: string;
  deleted?: true;
}

export interface TaxId extends Stored {
  country: string | null;
  customer: string;
  type: string;
  value: string;
}

export interface CardDetails {
  brand: string;
  country: string;
  exp_month: number;
  exp_year: number;
  funding: string;
  last4: string;
  [field: string]: unknown;
}

export interface BillingDetails {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: string | null;
}

export interface PaymentMethod extends Stored {
  billing_details: BillingDetails;
  card: CardDetails;
  customer: string | null;
}

export interface PaymentIntent extends Stored {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  last_payment_error: object | null;
  latest_charge: string | null;
  payment_method: string | null;
  status: string;
}

export interface Charge extends Stored {
  amount: number;
  amount_refunded: number;
  currency: string;
  customer: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  status: string;
}

export interface Refund extends Stored {
  amount: number;
  charge: string;
  customer: string;
  payment_intent: string;
}

export interface Dispute extends Stored {
  amount: number;
  charge: string;
  status: string;
}

export interface Coupon extends Stored {
  amount_off: number | null;
  currency: string | null;
  duration: string;
  duration_in_months: number | null;
  max_redemptions: number | null;
  name: string | null;
  percent_off: number | null;
  redeem_by: number | null;
  times_redeemed: number;
  valid: boolean;
}

export interface PromotionCode extends Stored {
  active: boolean;
  code: string;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  promotion: { coupon: string; type: 'coupon' };
  times_redeemed: number;
}

/** A coupon that is applied to a subscription. */
export interface Discount {
  id: string;
  object: 'discount';
  [field: string]: unknown;
  customer: string;
  end: number | null;
  promotion_code: string | null;
  source: { coupon: string; type: 'coupon' };
  start: number;
  subscription: string | null;
}

export interface SubscriptionItem extends Stored {
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface PendingUpdate {
  billing_cycle_anchor: number | null;
  expires_at: number;
  subscription_items: SubscriptionItem[];
  trial_end: number | null;
  trial_from_plan: boolean | null;
  [field: string]: unknown;
}

export interface Subscription extends Stored {
  automatic_tax: { enabled: boolean; [field: string]: unknown };
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: string | null;
    feedback: string | null;
    reason: string | null;
    [field: string]: unknown;
  };
  currency: string;
  customer: string;
  default_payment_method: string | null;
  discounts: string[];
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  pending_update: PendingUpdate | null;
  start_date: number;
  status: string;
  trial_end: number | null;
  trial_settings: { end_behavior: { missing_payment_method: string } };
  trial_start: number | null;
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  [field: string]: unknown;
  amount: number;
  currency: string;
  description: string;
  discount_amounts: { amount: number; discount: string }[];
  discountable: boolean;
  parent: {
    invoice_item_details: null;
    subscription_item_details: {
      invoice_item: string | null;
      proration: boolean;
      subscription: string;
      subscription_item: string;
      [field: string]: unknown;
    };
    type: string;
  };
  period: { start: number; end: number };
  quantity: number | null;
}

export interface TotalTax {
  amount: number;
  tax_behavior: string;
  tax_rate_details: { tax_rate: string } | null;
  taxability_reason: string;
  taxable_amount: number;
  type: 'tax_rate_details';
}

export interface Invoice extends Stored {
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  automatically_finalizes_at: number | null;
  billing_reason: string;
  currency: string;
  customer: string;
  customer_address: Address | null;
  customer_name: string | null;
  customer_tax_exempt: string;
  customer_tax_ids: { type: string; value: string }[];
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  lines: List<InvoiceLine>;
  next_payment_attempt: number | null;
  number: string | null;
  parent: {
    subscription_details: { subscription: string; metadata: Metadata };
    type: string;
    [field: string]: unknown;
  };
  starting_balance: number;
  status: string;
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
  total_taxes: TotalTax[];
}

export interface InvoicePayment extends Stored {
  amount_paid: number | null;
  invoice: string;
  payment: { payment_intent: string; type: 'payment_intent' };
  status: string;
}

export interface CheckoutSession extends Stored {
  allow_promotion_codes: boolean | null;
  automatic_tax: { enabled: boolean; [field: string]: unknown };
  billing_address_collection: string | null;
  cancel_url: string | null;
  currency: string;
  custom_text: { submit: { message: string } | null; [field: string]: unknown };
  customer: string | null;
  customer_email: string | null;
  expires_at: number;
  locale: string | null;
  metadata: Metadata;
  payment_method_collection: string;
  payment_method_options: {
    card?: { restrictions?: { brands_blocked?: string[] }; [field: string]: unknown };
  };
  payment_status: string;
  status: string;
  subscription: string | null;
  success_url: string;
  tax_id_collection: { enabled: boolean; required: string };
  url: string | null;
}

export interface PortalConfiguration extends Stored {
  active: boolean;
  default_return_url: string | null;
  features: {
    customer_update: { allowed_updates: string[]; enabled: boolean };
    invoice_history: { enabled: boolean };
    payment_method_update: { enabled: boolean; payment_method_configuration: null };
    subscription_cancel: { enabled: boolean; mode: string; [field: string]: unknown };
    [field: string]: unknown;
  };
  is_default: boolean;
}

export interface PortalSession extends Stored {
  configuration: string;
  customer: string;
  flow: PortalFlow | null;
  locale: string | null;
  return_url: string | null;
}

export interface PortalFlow {
  after_completion: {
    hosted_confirmation: { custom_message: string | null } | null;
    redirect: { return_url: string } | null;
    type: string;
  };
  subscription_cancel: { retention: null; subscription: string } | null;
  type: string;
  [field: string]: unknown;
}

export interface StripeEvent extends Stored {
  data: { object: object; previous_attributes?: object };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
