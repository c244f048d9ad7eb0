import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Coupon,
  Customer,
  Discount,
  Dispute,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  PromotionCode,
  Refund,
  StripeEvent,
  Subscription,
  TaxId,
} from './objects.ts';

/** How a card behaves, kept beside its payment method (same id); the number of the card is kept nowhere. */
export interface CardRecord {
  id: string;
  behavior: string;
}

/** A line that the next invoice of a subscription gets, and what it credits or charges. */
export interface DraftLine {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Price;
  quantity: number;
  proration: boolean;
  item: string;
}

/** A proration that waits for the next invoice. */
export interface PendingLine {
  id: string;
  subscription: string;
  line: DraftLine;
}

/** What a checkout session was created with and does not show. */
export interface CheckoutOrder {
  id: string;
  lines: { price: string; quantity: number }[];
  coupon: string | null;
  promotionCode: string | null;
  trialDays: number | null;
  trialEnd: number | null;
  missingPaymentMethod: string;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  customerUpdate: { address: string; name: string };
}

/** The stored answer to a call with an idempotency key. */
export interface StoredReply {
  id: string;
  fingerprint: string;
  status: number;
  value: unknown;
  at: number;
}

/** An event on its way to an endpoint. Times are milliseconds. */
export interface DeliveryRecord {
  id: string;
  event: string;
  url: string;
  attempts: number;
  first: number;
  due: number;
  held: boolean;
}

/** Something that is done once, like telling that a trial ends soon. */
export interface DoneMark {
  id: string;
}

/** What the control endpoint sets. */
export interface Settings {
  id: 'settings';
  /** The state of a subscription after the last retry. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due';
  webhookUrls: string[];
  /** Customers whose cards are declined from now on, and how. */
  decliningCustomers: Record<string, string>;
}

/** Everything that is stored, by kind. */
export interface Tables {
  product: Product;
  price: Price;
  customer: Customer;
  tax_id: TaxId;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  balance_transaction: BalanceTransaction;
  dispute: Dispute;
  coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  session: CheckoutSession;
  portal_configuration: PortalConfiguration;
  portal_session: PortalSession;
  event: StripeEvent;
  card: CardRecord;
  pending_line: PendingLine;
  order: CheckoutOrder;
  reply: StoredReply;
  mark: DoneMark;
  delivery: DeliveryRecord;
  settings: Settings;
}

export type Kind = keyof Tables;
