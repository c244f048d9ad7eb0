import { cardOfNumber, isCardNumber } from './cards.ts';
import { countryField, countryFor, field, isCountry, testCardList } from './page-frame.ts';
import { type Language, textsIn } from './page-texts.ts';
import type { CardInput } from './payment-methods.ts';

/** What was typed, for the form that is shown again: everything but the card. */
export type Typed = Record<string, string>;
export type Errors = Record<string, string>;

/** Fields that are shown again; the number of the card and its code are not among them. */
const keptFields = ['email', 'name', 'country', 'postal_code', 'line1', 'city', 'tax_id', 'promotion'];

export function typedIn(form: URLSearchParams): Typed {
  return Object.fromEntries(keptFields.map((name) => [name, (form.get(name) ?? '').trim().slice(0, 500)]));
}

/** The fields of the card, and the list that fills them. */
export function cardFields(language: Language, errors: Errors): string {
  const texts = textsIn(language);
  return `${field({ name: 'number', label: texts.number, error: errors.number, attributes: 'inputmode="numeric" autocomplete="cc-number" maxlength="24"' })}
<div class="row"><div>${field({ name: 'expiry', label: texts.expiry, error: errors.expiry, attributes: 'inputmode="numeric" autocomplete="cc-exp" maxlength="9"' })}</div>
<div>${field({ name: 'cvc', label: texts.cvc, error: errors.cvc, attributes: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"' })}</div></div>
${testCardList(texts)}`;
}

/** Name, country and postal code, and the whole address when it is asked for. */
export function addressFields(language: Language, typed: Typed, errors: Errors, whole: boolean): string {
  const texts = textsIn(language);
  const street = whole
    ? `${field({ name: 'line1', label: texts.line1, value: typed.line1 ?? '', error: errors.line1, attributes: 'autocomplete="address-line1"' })}
${field({ name: 'city', label: texts.city, value: typed.city ?? '', error: errors.city, attributes: 'autocomplete="address-level2"' })}`
    : '';
  return `${field({ name: 'name', label: texts.name, value: typed.name ?? '', error: errors.name, attributes: 'autocomplete="name"' })}
${countryField(language, texts.country, typed.country || countryFor(language))}
${street}${field({ name: 'postal_code', label: texts.postalCode, value: typed.postal_code ?? '', error: errors.postal_code, attributes: 'autocomplete="postal-code"' })}`;
}

/** The card of a form, checked; null when something about it is wrong, which `errors` then says. */
export function readCard(form: URLSearchParams, now: number, errors: Errors): CardInput | null {
  const number = (form.get('number') ?? '').replaceAll(/[\s-]/g, '');
  if (number === '' || (/^\d+$/.test(number) && number.length < 12))
    errors.number = 'Your card number is incomplete.';
  else if (!isCardNumber(number)) errors.number = 'Your card number is invalid.';
  const expiry = readExpiry(form.get('expiry') ?? '', now, errors);
  const known = cardOfNumber(number);
  const cvc = (form.get('cvc') ?? '').trim();
  if (!(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    errors.cvc = 'Your card’s security code is incomplete.';
  if (errors.number || errors.cvc || !expiry) return null;
  return { ...known, ...expiry };
}

function readExpiry(text: string, now: number, errors: Errors): { expMonth: number; expYear: number } | null {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(text) ?? [];
  const expMonth = Number(month);
  if (!month || !year || expMonth < 1 || expMonth > 12) {
    errors.expiry = 'Your card’s expiration date is incomplete.';
    return null;
  }
  const expYear = Number(year.length === 2 ? `20${year}` : year);
  // A card is valid until the end of its month.
  if (Date.UTC(expYear, expMonth) / 1000 <= now) {
    errors.expiry = 'Your card’s expiration date is in the past.';
    return null;
  }
  return { expMonth, expYear };
}

/** Checks name and address; the postal code where cards are checked against it. */
export function checkAddress(typed: Typed, whole: boolean, required: string, errors: Errors): void {
  if (!typed.name) errors.name = required;
  const country = typed.country ?? '';
  if (!isCountry(country)) errors.country = required;
  const needsCode = whole || ['US', 'GB', 'CA'].includes(country);
  if (needsCode && !typed.postal_code) errors.postal_code = 'Your postal code is incomplete.';
  if (country === 'US' && typed.postal_code && !/^\d{5}(?:-\d{4})?$/.test(typed.postal_code))
    errors.postal_code = 'Your postal code is incomplete.';
  if (whole && !typed.line1) errors.line1 = required;
  if (whole && !typed.city) errors.city = required;
}

/** The address of what was typed. */
export function addressOf(typed: Typed) {
  const or = (value: string | undefined) => (value ? value : null);
  return {
    city: or(typed.city),
    country: or(typed.country),
    line1: or(typed.line1),
    postal_code: or(typed.postal_code),
  };
}
