/** Amounts in the smallest unit of their currency, as Stripe counts it: https://docs.stripe.com/currencies#zero-decimal. */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Decimal places of the smallest unit: 2 for cents, 0 for yen. @param currency ISO 4217 code in capitals */
export function decimalPlaces(currency: string): number {
  if (zeroDecimal.has(currency)) return 0;
  return threeDecimal.has(currency) ? 3 : 2;
}

/** An amount in units of the currency as a number of its smallest unit. */
export function toSmallestUnit(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalPlaces(currency));
}

/** The amount as people read it, for example "$15.00" or "15 €": a whole amount of a plan has no decimals, where `short` is set. */
export function formatMoney(
  { amount, currency }: { amount: number; currency: string },
  locale: string,
  { short = false }: { short?: boolean } = {},
): string {
  const units = amount / 10 ** decimalPlaces(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(short && Number.isInteger(units) ? { maximumFractionDigits: 0 } : {}),
  }).format(units);
}
