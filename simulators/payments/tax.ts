import type { Customer, Price, TaxId, TotalTax } from './objects.ts';
import { seller } from './state.ts';

/** Standard rates in percent where the seller collects; nothing is collected elsewhere. */
const rates: Record<string, number> = { IE: 23, DE: 19, FR: 20, ES: 21, NL: 21, GB: 20 };

/** The VAT numbers of each country of the EU, without spaces. */
const euVat: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12})$/,
};

/** The country of a tax id, when its type names one or its value begins with one. */
export function taxIdCountry(type: string, value: string): string | null {
  if (type === 'eu_vat') return value.startsWith('EL') ? 'GR' : value.slice(0, 2);
  const country = type.slice(0, 2).toUpperCase();
  return /^[a-z]{2}_/.test(type) && country !== 'EU' ? country : null;
}

/** A VAT number without spaces and signs, in capitals. */
export function plainTaxId(value: string): string {
  return value.replaceAll(/[\s.-]/g, '').toUpperCase();
}

/** Whether a tax id can exist; only the numbers of the EU, the UK and Switzerland are checked. */
export function isPossibleTaxId(type: string, value: string): boolean {
  const plain = plainTaxId(value);
  if (type === 'eu_vat') return euVat[plain.slice(0, 2)]?.test(plain.slice(2)) ?? false;
  if (type === 'gb_vat') return /^(?:GB)?(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/.test(plain);
  if (type === 'ch_vat') return /^CHE\d{9}(?:MWST|TVA|IVA)$/.test(plain);
  return plain.length > 0;
}

/** The type of a tax id that a customer of this country enters. */
export function taxIdTypeFor(country: string, value: string): string {
  const start = plainTaxId(value).slice(0, 2);
  if (Object.hasOwn(euVat, country === 'GR' ? 'EL' : country)) return 'eu_vat';
  if (Object.hasOwn(euVat, start)) return 'eu_vat';
  return country === '' ? 'eu_vat' : `${country.toLowerCase()}_vat`;
}

/** How a customer is taxed. */
export interface TaxSituation {
  country: string | null;
  percent: number;
  reverse: boolean;
}

/** A business in another country of the EU than the seller's pays the tax itself. */
export function taxSituation(customer: Customer, taxIds: readonly TaxId[]): TaxSituation {
  const country = customer.address?.country ?? null;
  const isBusiness = taxIds.some(({ type, value }) => type === 'eu_vat' && isPossibleTaxId(type, value));
  const inEu = country !== null && Object.hasOwn(euVat, country === 'GR' ? 'EL' : country);
  const reverse = customer.tax_exempt === 'reverse' || (isBusiness && inEu && country !== seller.country);
  const exempt = customer.tax_exempt === 'exempt';
  return { country, reverse, percent: reverse || exempt || country === null ? 0 : (rates[country] ?? 0) };
}

/** The tax of an amount after discounts. */
export function taxOf(amount: number, price: Price, { country, percent, reverse }: TaxSituation): TotalTax {
  const inclusive = price.tax_behavior !== 'exclusive';
  const tax = inclusive
    ? roundHalfUp((amount * percent) / (100 + percent))
    : roundHalfUp((amount * percent) / 100);
  return {
    amount: tax,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: `txr_simulated${country ?? ''}${reverse ? 'reverse' : ''}` },
    taxability_reason: reverse ? 'reverse_charge' : percent > 0 ? 'standard_rated' : 'not_collecting',
    taxable_amount: inclusive ? amount - tax : amount,
    type: 'tax_rate_details',
  };
}

/** Rounds halves away from zero, so that a credit is as large as the charge it takes back. */
export function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) || 0;
}
