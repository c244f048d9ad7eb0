import { type Call, formOf } from '../kit/call.ts';
import { escapeHtml } from '../kit/html.ts';
import { type HttpResponse, redirectResponse } from '../kit/response.ts';
import {
  addressFields,
  addressOf,
  cardFields,
  checkAddress,
  type Errors,
  readCard,
  type Typed,
  typedIn,
} from './card-form.ts';
import { blockWord, brandName } from './cards.ts';
import { type CheckoutEntry, completeCheckout, customerWith } from './checkout-complete.ts';
import { discountDraft, usablePromotion } from './discounts.ts';
import { productName } from './line-items.ts';
import type { CheckoutSession } from './objects.ts';
import { countryFor, day, field, hostedPage, money, sentencePage } from './page-frame.ts';
import { type Language, languageOf, textsIn } from './page-texts.ts';
import { firstTotals, trialEndOf } from './session-amounts.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { isPossibleTaxId, plainTaxId, taxIdTypeFor } from './tax.ts';

/** Entries that wait for the authentication step; they hold no number of a card. */
const waiting = new WeakMap<PaymentsState, Map<string, CheckoutEntry>>();

function waitingEntries(state: PaymentsState): Map<string, CheckoutEntry> {
  const entries = waiting.get(state) ?? new Map<string, CheckoutEntry>();
  waiting.set(state, entries);
  return entries;
}

const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

interface Shown {
  session: CheckoutSession;
  language: Language;
  typed: Typed;
  errors: Errors;
  discount: CheckoutEntry['discount'];
}

/** `GET /c/pay/{id}`: the page of a session. */
export function showCheckout(state: PaymentsState, call: Call): HttpResponse {
  return withOpenSession(state, call, (session, language) => {
    const customer = session.customer ? getObject(state, 'customer', session.customer) : null;
    const { name = null, address = null } = customer ?? {};
    const typed = {
      email: customer?.email ?? session.customer_email ?? '',
      name: name ?? '',
      country: address?.country ?? countryFor(language),
      postal_code: address?.postal_code ?? '',
      line1: address?.line1 ?? '',
      city: address?.city ?? '',
    };
    return checkoutForm(state, 200, {
      session,
      language,
      typed,
      errors: {},
      discount: givenDiscount(state, session),
    });
  });
}

/** `POST /c/pay/{id}`: applies a promotion code, or subscribes. */
export function submitCheckout(state: PaymentsState, call: Call): HttpResponse {
  return withOpenSession(state, call, (session, language) => {
    const form = formOf(call);
    const typed = typedIn(form);
    const errors: Errors = {};
    const discount = enteredDiscount(state, session, typed, errors, textsIn(language).promotionUnknown);
    const shown = { session, language, typed, errors, discount };
    if (form.get('do') === 'promotion') return checkoutForm(state, 200, shown);
    const entry = readEntry(state, form, shown);
    return entry ? finish(state, shown, entry) : checkoutForm(state, 402, shown);
  });
}

/** `POST /c/pay/{id}/authentication`: what the bank answers. */
export function answerAuthentication(state: PaymentsState, call: Call): HttpResponse {
  return withOpenSession(state, call, (session, language) => {
    const entry = waitingEntries(state).get(session.id);
    waitingEntries(state).delete(session.id);
    if (!entry) return redirectResponse(`/c/pay/${session.id}`);
    const typed = {
      email: entry.email ?? '',
      name: entry.name ?? '',
      country: entry.address.country ?? '',
      postal_code: entry.address.postal_code ?? '',
      line1: entry.address.line1 ?? '',
      city: entry.address.city ?? '',
      tax_id: entry.taxId?.value ?? '',
      promotion: entry.discount?.promotion?.code ?? '',
    };
    const shown = { session, language, typed, errors: {} as Errors, discount: entry.discount };
    if (formOf(call).get('do') === 'complete') return finish(state, shown, { ...entry, authenticated: true });
    return checkoutForm(state, 402, { ...shown, errors: { form: authenticationFailed } });
  });
}

function withOpenSession(
  state: PaymentsState,
  call: Call,
  answer: (session: CheckoutSession, language: Language) => HttpResponse,
): HttpResponse {
  const session = state.store.find('session', call.params.id ?? '');
  const language = languageOf(session?.locale ?? null, call);
  const texts = textsIn(language);
  const back = session?.cancel_url ? { href: session.cancel_url, label: texts.back } : null;
  // A second click on the button goes where the first one leads.
  if (session?.status === 'complete' && call.method === 'POST')
    return { ...redirectResponse(successAddress(session)), status: 303 };
  if (session?.status === 'complete')
    return sentencePage(400, language, texts.completed, { href: successAddress(session), label: texts.back });
  if (session?.status !== 'open') return sentencePage(400, language, texts.expired, back);
  return answer(session, language);
}

function successAddress({ success_url, id }: CheckoutSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function finish(state: PaymentsState, shown: Shown, entry: CheckoutEntry): HttpResponse {
  const { session, language, errors } = shown;
  const outcome = completeCheckout(state, session, entry);
  if (outcome.kind === 'complete') return { ...redirectResponse(successAddress(session)), status: 303 };
  if (outcome.kind === 'declined')
    return checkoutForm(state, 402, { ...shown, errors: { ...errors, form: outcome.decline.message } });
  waitingEntries(state).set(session.id, entry);
  const texts = textsIn(language);
  return hostedPage(200, language, {
    title: texts.authTitle,
    body: authenticationStep(language, `/c/pay/${session.id}/authentication`),
  });
}

/** The step in which the bank asks; both buttons are the simulator's. */
export function authenticationStep(language: Language, action: string): string {
  const texts = textsIn(language);
  return `<h1>${escapeHtml(texts.authTitle)} (3D Secure)</h1><p>${escapeHtml(texts.authText)}</p>
<form method="post" action="${escapeHtml(action)}"><div class="actions"><button name="do" value="fail">${escapeHtml(texts.fail)}</button><button class="main" name="do" value="complete">${escapeHtml(texts.complete)}</button></div></form>`;
}

function givenDiscount(state: PaymentsState, session: CheckoutSession): CheckoutEntry['discount'] {
  const order = getObject(state, 'order', session.id);
  if (order.coupon === null) return null;
  return {
    coupon: getObject(state, 'coupon', order.coupon),
    promotion: order.promotionCode === null ? null : getObject(state, 'promotion_code', order.promotionCode),
  };
}

function enteredDiscount(
  state: PaymentsState,
  session: CheckoutSession,
  typed: Typed,
  errors: Errors,
  unknown: string,
): CheckoutEntry['discount'] {
  if (!session.allow_promotion_codes || !typed.promotion) return givenDiscount(state, session);
  const found = usablePromotion(state, typed.promotion, session.customer, session.currency);
  if (!found) errors.promotion = unknown;
  return found;
}

function readEntry(state: PaymentsState, form: URLSearchParams, shown: Shown): CheckoutEntry | null {
  const { session, typed, errors, discount, language } = shown;
  const texts = textsIn(language);
  const whole = asksAddress(session);
  const card = needsCard(state, shown) ? readCard(form, secondsNow(state), errors) : null;
  if (card && isBlocked(session, card.brand))
    errors.number = `${brandName(card.brand)} is not accepted. Please use a different card.`;
  checkAddress(typed, whole, texts.required, errors);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email ?? '')) errors.email = texts.required;
  const taxId = readTaxId(session, typed, errors);
  if (Object.keys(errors).length > 0) return null;
  return {
    card,
    email: typed.email ?? null,
    name: typed.name ?? null,
    address: addressOf(typed),
    taxId,
    discount,
    authenticated: false,
  };
}

function readTaxId(session: CheckoutSession, typed: Typed, errors: Errors): CheckoutEntry['taxId'] {
  if (!session.tax_id_collection.enabled || !typed.tax_id) return null;
  const type = taxIdTypeFor(typed.country ?? '', typed.tax_id);
  if (!isPossibleTaxId(type, typed.tax_id)) errors.tax_id = 'Your tax ID is invalid.';
  return { type, value: plainTaxId(typed.tax_id) };
}

function isBlocked(session: CheckoutSession, brand: string): boolean {
  return (
    session.payment_method_options.card?.restrictions?.brands_blocked?.includes(blockWord(brand)) ?? false
  );
}

/** The whole address is asked for only when the merchant wants it. */
function asksAddress(session: CheckoutSession): boolean {
  return session.billing_address_collection === 'required';
}

function needsCard(state: PaymentsState, shown: Shown): boolean {
  const { session } = shown;
  return session.payment_method_collection === 'always' || totalsOf(state, shown).amount_due > 0;
}

function totalsOf(state: PaymentsState, { session, typed, discount }: Shown) {
  const entry: CheckoutEntry = {
    card: null,
    email: null,
    name: typed.name ?? null,
    address: addressOf(typed),
    taxId: null,
    discount,
    authenticated: false,
  };
  return firstTotals(state, {
    order: getObject(state, 'order', session.id),
    customer: customerWith(state, session, entry),
    discounts: discount ? [discountDraft(discount.coupon, discount.promotion)] : [],
    automaticTax: session.automatic_tax.enabled,
  });
}

function checkoutForm(state: PaymentsState, status: number, shown: Shown): HttpResponse {
  const { session, language, typed, errors } = shown;
  const texts = textsIn(language);
  const order = getObject(state, 'order', session.id);
  const price = getObject(state, 'price', order.lines[0]?.price ?? '');
  const name = productName(state, price);
  const per = price.recurring?.interval === 'year' ? texts.perYear : texts.perMonth;
  const alert = errors.form ? `<p class="alert" role="alert">${escapeHtml(errors.form)}</p>` : '';
  const known = session.customer
    ? getObject(state, 'customer', session.customer).email
    : session.customer_email;
  const body = `<p class="soft">${escapeHtml(texts.subscribeTo)}</p><h1>${escapeHtml(name)}</h1>
<p class="price">${escapeHtml(money(price.unit_amount, price.currency, language))} <small class="soft">${escapeHtml(per)}</small></p>
${sumsTable(state, shown)}${alert}
<form method="post" id="card-form" action="/c/pay/${escapeHtml(session.id)}" novalidate>
<button class="first" name="do" value="subscribe" tabindex="-1" aria-hidden="true"></button>
${promotionField(shown)}
${field({ name: 'email', label: texts.email, value: typed.email ?? '', error: errors.email, attributes: `type="email" autocomplete="email"${known ? ' readonly' : ''}` })}
${needsCard(state, shown) ? `<fieldset><legend>${escapeHtml(texts.card)}</legend>${cardFields(language, errors)}</fieldset>` : ''}
${addressFields(language, typed, errors, asksAddress(session))}
${session.tax_id_collection.enabled ? field({ name: 'tax_id', label: texts.taxId, value: typed.tax_id ?? '', error: errors.tax_id }) : ''}
${session.custom_text.submit ? `<p class="soft">${escapeHtml(session.custom_text.submit.message)}</p>` : ''}<div class="actions">${session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">${escapeHtml(texts.back)}</a>` : ''}<button class="main" name="do" value="subscribe">${escapeHtml(texts.subscribe)}</button></div>
</form>`;
  return hostedPage(status, language, { title: `${texts.subscribeTo} ${name}`, body });
}

/** The Enter key presses the first button of a form, so `checkoutForm` has a hidden one before this. */
function promotionField({ session, language, typed, errors }: Shown): string {
  if (!session.allow_promotion_codes) return '';
  const texts = textsIn(language);
  const input = field({
    name: 'promotion',
    label: texts.promotion,
    value: typed.promotion ?? '',
    error: errors.promotion,
  });
  return `<div class="promotion"><div class="field">${input}</div><button name="do" value="promotion">${escapeHtml(texts.apply)}</button></div>`;
}

function sumsTable(state: PaymentsState, shown: Shown): string {
  const { session, language, discount } = shown;
  const texts = textsIn(language);
  const totals = totalsOf(state, shown);
  const order = getObject(state, 'order', session.id);
  const trialEnd = trialEndOf(order, secondsNow(state));
  const shownMoney = (amount: number) => escapeHtml(money(amount, session.currency, language));
  const row = (label: string, value: string, kind = '') =>
    `<tr${kind ? ` class="${kind}"` : ''}><th scope="row">${escapeHtml(label)}</th><td>${value}</td></tr>`;
  const reduced = totals.total_discount_amounts.reduce((all, { amount }) => all + amount, 0);
  const tax = totals.total_taxes.reduce((all, { amount }) => all + amount, 0);
  const name = discount?.promotion?.code ?? discount?.coupon.name ?? '';
  return `<table class="sums"><tbody>
${trialEnd === null ? '' : row(texts.trial, escapeHtml(day(trialEnd, language)))}
${row(texts.subtotal, shownMoney(totals.subtotal))}
${reduced > 0 ? row(`${texts.discount} ${name}`, shownMoney(-reduced)) : ''}
${session.automatic_tax.enabled ? row(texts.tax, shownMoney(tax)) : ''}
${row(texts.total, shownMoney(totals.amount_due), 'sum')}</tbody></table>`;
}
