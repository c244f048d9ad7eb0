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
import { authenticationStep } from './checkout-page.ts';
import { fullAddress } from './customer-object.ts';
import { change } from './events.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { sum } from './invoice-totals.ts';
import { attemptPayment, cardFor } from './invoices.ts';
import type { Invoice, PaymentMethod } from './objects.ts';
import { hostedPage, money, sentencePage } from './page-frame.ts';
import { type Language, languageOf, textsIn } from './page-texts.ts';
import { attachCard, behaviorOf, createCard } from './payment-methods.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { isRunning, subscriptionOf } from './subscription-status.ts';

interface Page {
  invoice: Invoice;
  language: Language;
}

function withInvoice(state: PaymentsState, call: Call, answer: (page: Page) => HttpResponse): HttpResponse {
  const invoice = state.store.find('invoice', call.params.id ?? '');
  const customer = invoice ? state.store.find('customer', invoice.customer) : null;
  const language = languageOf(customer?.preferred_locales[0] ?? null, call);
  if (!invoice || !customer || invoice.status === 'draft')
    return sentencePage(404, language, textsIn(language).expired);
  return answer({ invoice, language });
}

/** `GET /i/{id}`: an invoice; an open one can be paid. */
export function showInvoice(state: PaymentsState, call: Call): HttpResponse {
  return withInvoice(state, call, (page) => invoicePage(state, page, 200, {}, {}));
}

/** `GET /i/{id}/pdf`. */
export async function showInvoicePdf(state: PaymentsState, call: Call): Promise<HttpResponse> {
  const invoice = state.store.find('invoice', call.params.id ?? '');
  if (!invoice || invoice.status === 'draft')
    return withInvoice(state, call, (page) => invoicePage(state, page, 404, {}, {}));
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Invoice-${invoice.number}.pdf"`,
      'cache-control': 'no-store',
    },
    content: { kind: 'bytes', bytes: await invoicePdf(state, invoice) },
  };
}

/** `POST /i/{id}`: pays with a new card, or confirms the card that waits for authentication. */
export function payOnPage(state: PaymentsState, call: Call): HttpResponse {
  return withInvoice(state, call, (page) => {
    const { invoice, language } = page;
    if (invoice.status !== 'open') return invoicePage(state, page, 200, {}, {});
    const form = formOf(call);
    const waiting = cardFor(state, invoice);
    if (form.get('do') === 'known' && waiting) return pay(state, page, waiting, false);
    const typed = typedIn(form);
    const errors: Errors = {};
    const card = readCard(form, secondsNow(state), errors);
    checkAddress(typed, false, textsIn(language).required, errors);
    if (!card || Object.keys(errors).length > 0) return invoicePage(state, page, 402, typed, errors);
    const made = createCard(state, card, {
      address: fullAddress(addressOf(typed)),
      name: typed.name ?? null,
    });
    return pay(state, page, made, false);
  });
}

/** `POST /i/{id}/authentication/{card}`: what the bank answers. */
export function authenticateOnPage(state: PaymentsState, call: Call): HttpResponse {
  return withInvoice(state, call, (page) => {
    const card = state.store.find('payment_method', call.params.card ?? '');
    const isOther = card !== null && card.customer !== null && card.customer !== page.invoice.customer;
    if (!card || isOther || page.invoice.status !== 'open') return invoicePage(state, page, 200, {}, {});
    if (formOf(call).get('do') === 'complete') return pay(state, page, card, true);
    return invoicePage(state, page, 402, {}, { form: 'We are unable to authenticate your payment method.' });
  });
}

function pay(state: PaymentsState, page: Page, card: PaymentMethod, authenticated: boolean): HttpResponse {
  const { invoice, language } = page;
  const presence = { onSession: true, authenticated };
  // The owner counts for the control action that makes a customer's cards decline.
  const owned = { ...card, customer: invoice.customer };
  const outcome = attemptPayment(state, invoice.id, { card: owned, presence, dunning: false });
  if (outcome.kind === 'authentication')
    return hostedPage(200, language, {
      title: textsIn(language).authTitle,
      body: authenticationStep(language, `/i/${invoice.id}/authentication/${card.id}`),
    });
  if (outcome.kind === 'declined')
    return invoicePage(state, page, 402, {}, { form: outcome.decline.message });
  if (card.customer === null) keepCard(state, invoice, card);
  return { ...redirectResponse(`/i/${invoice.id}`), status: 303 };
}

/** A new card that paid becomes the one of the subscription. */
function keepCard(state: PaymentsState, invoice: Invoice, card: PaymentMethod): void {
  attachCard(state, card.id, invoice.customer);
  const subscription = subscriptionOf(state, invoice);
  if (isRunning(subscription))
    change(state, 'subscription', subscription.id, { default_payment_method: card.id });
}

function invoicePage(
  state: PaymentsState,
  { invoice: given, language }: Page,
  status: number,
  typed: Typed,
  errors: Errors,
): HttpResponse {
  const invoice = getObject(state, 'invoice', given.id);
  const texts = textsIn(language);
  const shown = (amount: number) => escapeHtml(money(amount, invoice.currency, language));
  const alert = errors.form ? `<p class="alert" role="alert">${escapeHtml(errors.form)}</p>` : '';
  const body = `<p class="soft">${escapeHtml(invoice.number ?? '')}</p><h1>${shown(invoice.amount_due)}</h1>
<p>${escapeHtml(invoice.customer_name ?? '')}</p>
${sumsTable(invoice, language)}
<p><a href="/i/${escapeHtml(invoice.id)}/pdf">PDF</a></p>${alert}
${invoice.status === 'open' ? payForm(state, invoice, language, typed, errors) : `<p class="good">${escapeHtml(invoice.status === 'paid' ? texts.paid : invoice.status)}</p>`}`;
  return hostedPage(status, language, { title: invoice.number ?? '', body });
}

function sumsTable(invoice: Invoice, language: Language): string {
  const texts = textsIn(language);
  const row = (label: string, amount: number, kind = '') =>
    `<tr${kind ? ` class="${kind}"` : ''}><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(money(amount, invoice.currency, language))}</td></tr>`;
  const reduced = sum(invoice.total_discount_amounts.map(({ amount }) => amount));
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const rows = [
    ...invoice.lines.data.map((line) => row(line.description, line.amount)),
    ...(reduced > 0 ? [row(texts.discount, -reduced)] : []),
    ...invoice.total_taxes.map((tax) => row(texts.tax, tax.amount)),
    row(texts.sum, invoice.total, 'sum'),
    ...(used === 0 ? [] : [row(texts.credit, -used), row(texts.sum, invoice.amount_due, 'sum')]),
  ];
  return `<table class="sums"><tbody>${rows.join('')}</tbody></table>`;
}

function payForm(
  state: PaymentsState,
  invoice: Invoice,
  language: Language,
  typed: Typed,
  errors: Errors,
): string {
  const texts = textsIn(language);
  const card = cardFor(state, invoice);
  const asks = card && behaviorOf(state, card).startsWith('authentication');
  const action = `/i/${escapeHtml(invoice.id)}`;
  const known = asks
    ? `<form method="post" action="${action}"><div class="actions"><button class="main" name="do" value="known">${escapeHtml(texts.authTitle)} •••• ${escapeHtml(card.card.last4)}</button></div></form>`
    : '';
  return `${known}<form method="post" id="card-form" action="${action}" novalidate>${cardFields(language, errors)}${addressFields(language, typed, errors, false)}
<div class="actions"><button class="main" name="do" value="pay">${escapeHtml(texts.pay)}</button></div></form>`;
}
