import type { CardDetails } from './objects.ts';

/** What a card does when it is charged or attached. */
export type Behavior =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'fails_later'
  | 'authentication_always'
  | 'authentication_once'
  | 'not_a_test_card';

/** Why a card was declined, as the API and the pages say it. */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

const declined = 'Your card was declined.';

const declines: Partial<Record<Behavior, Decline>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: declined },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: declined },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: declined },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  not_a_test_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
};

export const genericDecline: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: declined,
};

/** A charge without the customer, of a card that asks for authentication. */
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** Why a card cannot be attached; null when it can. */
export function attachDecline(behavior: Behavior): Decline | null {
  return declines[behavior] ?? null;
}

/** Why a card cannot be charged; null when it can, or asks for authentication. */
export function chargeDecline(behavior: Behavior): Decline | null {
  return behavior === 'fails_later' ? genericDecline : (declines[behavior] ?? null);
}

/** A test card: its number, what it does, and the words of the list on the pages. */
export interface TestCard {
  number: string;
  brand: string;
  behavior: Behavior;
  about: string;
  funding?: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behavior: 'pays', about: 'Visa, pays' },
  {
    number: '4000056655665556',
    brand: 'visa',
    behavior: 'pays',
    about: 'Visa debit, pays',
    funding: 'debit',
  },
  { number: '5555555555554444', brand: 'mastercard', behavior: 'pays', about: 'Mastercard, pays' },
  { number: '2223003122003222', brand: 'mastercard', behavior: 'pays', about: 'Mastercard (2-series), pays' },
  { number: '378282246310005', brand: 'amex', behavior: 'pays', about: 'American Express, pays' },
  { number: '371449635398431', brand: 'amex', behavior: 'pays', about: 'American Express, pays' },
  { number: '6011111111111117', brand: 'discover', behavior: 'pays', about: 'Discover' },
  { number: '30569309025904', brand: 'diners', behavior: 'pays', about: 'Diners Club' },
  { number: '3566002020360505', brand: 'jcb', behavior: 'pays', about: 'JCB' },
  { number: '6200000000000005', brand: 'unionpay', behavior: 'pays', about: 'UnionPay' },
  {
    number: '4000002760003184',
    brand: 'visa',
    behavior: 'authentication_always',
    about: 'asks for authentication each time',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behavior: 'authentication_once',
    about: 'asks for authentication once',
  },
  { number: '4000000000000002', brand: 'visa', behavior: 'declined', about: 'declined' },
  {
    number: '4000000000009995',
    brand: 'visa',
    behavior: 'insufficient_funds',
    about: 'declined: insufficient funds',
  },
  { number: '4000000000009987', brand: 'visa', behavior: 'lost_card', about: 'declined: lost card' },
  { number: '4000000000009979', brand: 'visa', behavior: 'stolen_card', about: 'declined: stolen card' },
  { number: '4000000000000069', brand: 'visa', behavior: 'expired_card', about: 'declined: expired card' },
  {
    number: '4000000000000127',
    brand: 'visa',
    behavior: 'incorrect_cvc',
    about: 'declined: incorrect security code',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    behavior: 'processing_error',
    about: 'declined: processing error',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behavior: 'fails_later',
    about: 'can be added, every charge is declined',
  },
];

/** Brands of the Discover network, which Checkout blocks as one. */
const discoverNetwork = ['discover', 'diners', 'jcb', 'unionpay', 'elo'];

/** The word of `brands_blocked` for a brand. */
export function blockWord(brand: string): string {
  if (discoverNetwork.includes(brand)) return 'discover_global_network';
  return brand === 'amex' ? 'american_express' : brand;
}

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export function brandName(brand: string): string {
  return brandNames[brand] ?? brand;
}

/** The brand of a number, by its first digits. */
function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(?:6011|65|64[4-9])/.test(number)) return 'discover';
  if (/^3(?:0[0-5]|[68])/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  return /^62/.test(number) ? 'unionpay' : 'unknown';
}

/** The card of a number that passes the checksum. The number itself goes no further than here. */
export function cardOfNumber(number: string): {
  brand: string;
  behavior: Behavior;
  funding: string;
  last4: string;
} {
  const known = testCards.find((card) => card.number === number);
  return {
    brand: known?.brand ?? brandOf(number),
    behavior: known?.behavior ?? 'not_a_test_card',
    funding: known?.funding ?? 'credit',
    last4: number.slice(-4),
  };
}

/** Whether a number has the right checksum and a possible length. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The `card` member of a payment method. */
export function cardDetails(card: {
  brand: string;
  funding: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
}): CardDetails {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
    country: 'US',
    display_brand: blockWord(card.brand) === 'discover_global_network' ? 'other' : blockWord(card.brand),
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** The payment methods that the API accepts by name. */
export const namedCards: Record<string, { brand: string; behavior: Behavior; last4: string }> = {
  pm_card_visa: { brand: 'visa', behavior: 'pays', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', behavior: 'pays', last4: '4444' },
  pm_card_amex: { brand: 'amex', behavior: 'pays', last4: '0005' },
  pm_card_discover: { brand: 'discover', behavior: 'pays', last4: '1117' },
  pm_card_chargeDeclined: { brand: 'visa', behavior: 'declined', last4: '0002' },
  pm_card_chargeCustomerFail: { brand: 'visa', behavior: 'fails_later', last4: '0341' },
  pm_card_authenticationRequired: { brand: 'visa', behavior: 'authentication_always', last4: '3184' },
};
