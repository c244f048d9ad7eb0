import type { Call } from '../kit/call.ts';
import { escapeHtml } from '../kit/html.ts';
import type { HttpResponse } from '../kit/response.ts';
import { addressFields, cardFields, type Errors, type Typed } from './card-form.ts';
import { brandName } from './cards.ts';
import { productName } from './line-items.ts';
import type { Customer, PortalConfiguration, PortalSession, Subscription } from './objects.ts';
import { day, field, hostedPage, money, sentencePage } from './page-frame.ts';
import { type Language, languageOf, type Texts, textsIn } from './page-texts.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { cardOf } from './subscription-change.ts';
import { itemOf } from './subscription-lines.ts';
import { isRunning } from './subscription-status.ts';

/** A portal session is over after this time. */
const sessionSeconds = 3600;

/** What a page of the portal needs. */
export interface Portal {
  session: PortalSession;
  customer: Customer;
  features: PortalConfiguration['features'];
  language: Language;
  texts: Texts;
}

/** Answers with the portal of a session, or says that the session is over. */
export function withPortal(
  state: PaymentsState,
  call: Call,
  answer: (portal: Portal) => HttpResponse,
): HttpResponse {
  const session = state.store.find('portal_session', call.params.id ?? '');
  const language = languageOf(session?.locale ?? null, call);
  const texts = textsIn(language);
  const customer = session ? state.store.find('customer', session.customer) : null;
  if (!session || !customer || customer.deleted || session.created + sessionSeconds < secondsNow(state))
    return sentencePage(
      400,
      language,
      texts.expired,
      session?.return_url ? { href: session.return_url, label: texts.back } : null,
    );
  const { features } = getObject(state, 'portal_configuration', session.configuration);
  return answer({ session, customer, features, language, texts });
}

/** `GET /p/session/{id}`: everything that the configuration allows, or the one form of the flow. */
export function showPortal(state: PaymentsState, call: Call): HttpResponse {
  return withPortal(state, call, (portal) => {
    const { flow } = portal.session;
    if (flow?.type === 'payment_method_update' && !call.query.has('home'))
      return cardPage(portal, 200, {}, {});
    return portalPage(state, portal, { saved: call.query.has('saved') });
  });
}

export interface PortalNews {
  saved?: boolean;
  typed?: Typed;
  errors?: Errors;
  status?: number;
}

/** The home page of the portal. */
export function portalPage(state: PaymentsState, portal: Portal, news: PortalNews): HttpResponse {
  const { session, features, language, texts, customer } = portal;
  const running = state.store
    .list('subscription')
    .filter((subscription) => subscription.customer === customer.id && isRunning(subscription));
  const body = `<h1>${escapeHtml(texts.manage)}</h1>
${news.saved ? `<p class="good" role="status">${escapeHtml(texts.saved)}</p>` : ''}
${running.map((subscription) => subscriptionPart(state, portal, subscription)).join('')}
${features.payment_method_update.enabled ? cardPart(state, portal, running) : ''}
${features.customer_update.enabled ? recipientPart(state, portal, news) : ''}
${features.invoice_history.enabled ? invoicePart(state, portal) : ''}
${session.return_url ? `<p class="actions"><a href="${escapeHtml(session.return_url)}">${escapeHtml(texts.back)}</a></p>` : ''}`;
  return hostedPage(news.status ?? 200, language, { title: texts.manage, body });
}

function subscriptionPart(state: PaymentsState, portal: Portal, subscription: Subscription): string {
  const { session, features, language, texts } = portal;
  const { price, current_period_end } = itemOf(subscription);
  const per = price.recurring?.interval === 'year' ? texts.perYear : texts.perMonth;
  const ends = subscription.cancel_at_period_end;
  const button = (action: string, label: string) =>
    `<form method="post" action="/p/session/${escapeHtml(session.id)}/${action}"><input type="hidden" name="subscription" value="${escapeHtml(subscription.id)}"><button>${escapeHtml(label)}</button></form>`;
  const change = features.subscription_cancel.enabled
    ? ends
      ? button('resume', texts.keep)
      : button('cancel', texts.cancel)
    : '';
  return `<h2>${escapeHtml(texts.plan)}</h2>
<p class="price">${escapeHtml(productName(state, price))}</p>
<p>${escapeHtml(money(price.unit_amount, price.currency, language))} ${escapeHtml(per)}</p>
<p class="soft">${escapeHtml(ends ? texts.ends : texts.renews)} ${escapeHtml(day(current_period_end, language))}</p>${change}`;
}

function cardPart(state: PaymentsState, portal: Portal, running: readonly Subscription[]): string {
  const { session, texts, customer } = portal;
  const [first] = running;
  const id = customer.invoice_settings.default_payment_method;
  const card = first ? cardOf(state, first) : id === null ? null : state.store.find('payment_method', id);
  const shown = card
    ? `${brandName(card.card.brand)} •••• ${card.card.last4}, ${String(card.card.exp_month).padStart(2, '0')}/${card.card.exp_year}`
    : '—';
  return `<h2>${escapeHtml(texts.card)}</h2><p>${escapeHtml(shown)}</p>
<p><a href="/p/session/${escapeHtml(session.id)}/card">${escapeHtml(texts.changeCard)}</a></p>`;
}

function recipientPart(state: PaymentsState, portal: Portal, news: PortalNews): string {
  const { session, features, language, texts, customer } = portal;
  const allowed = features.customer_update.allowed_updates;
  const taxId = state.store.list('tax_id').find((known) => known.customer === customer.id);
  const errors = news.errors ?? {};
  const typed = news.typed ?? {
    email: customer.email ?? '',
    name: customer.name ?? '',
    country: customer.address?.country ?? '',
    postal_code: customer.address?.postal_code ?? '',
    line1: customer.address?.line1 ?? '',
    city: customer.address?.city ?? '',
    tax_id: taxId?.value ?? '',
  };
  const email = allowed.includes('email')
    ? field({
        name: 'email',
        label: texts.email,
        value: typed.email ?? '',
        error: errors.email,
        attributes: 'type="email" autocomplete="email"',
      })
    : '';
  const address =
    allowed.includes('address') || allowed.includes('name')
      ? addressFields(language, typed, errors, true)
      : '';
  const tax = allowed.includes('tax_id')
    ? field({ name: 'tax_id', label: texts.taxId, value: typed.tax_id ?? '', error: errors.tax_id })
    : '';
  return `<h2>${escapeHtml(texts.recipient)}</h2>
<form method="post" action="/p/session/${escapeHtml(session.id)}/recipient" novalidate>${email}${address}${tax}
<div class="actions"><button class="main">${escapeHtml(texts.save)}</button></div></form>`;
}

function invoicePart(state: PaymentsState, { customer, language, texts }: Portal): string {
  const rows = state.store
    .list('invoice')
    .filter((invoice) => invoice.customer === customer.id && invoice.status !== 'draft')
    .toReversed()
    .map(
      (invoice) =>
        `<tr><td><a href="/i/${escapeHtml(invoice.id)}">${escapeHtml(invoice.number ?? '')}</a></td><td>${escapeHtml(day(invoice.created, language))}</td><td>${escapeHtml(invoice.status)}</td><td>${escapeHtml(money(invoice.total, invoice.currency, language))}</td></tr>`,
    );
  return `<h2>${escapeHtml(texts.invoices)}</h2><table class="sums"><tbody>${rows.join('')}</tbody></table>`;
}

/** The form of a new card. */
export function cardPage(portal: Portal, status: number, typed: Typed, errors: Errors): HttpResponse {
  const { session, language, texts, customer } = portal;
  const known = {
    name: customer.name ?? '',
    country: customer.address?.country ?? '',
    postal_code: customer.address?.postal_code ?? '',
    ...typed,
  };
  const alert = errors.form ? `<p class="alert" role="alert">${escapeHtml(errors.form)}</p>` : '';
  const back = session.flow ? session.return_url : `/p/session/${session.id}`;
  const body = `<h1>${escapeHtml(texts.changeCard)}</h1>${alert}
<form method="post" id="card-form" action="/p/session/${escapeHtml(session.id)}/card" novalidate>
${cardFields(language, errors)}${addressFields(language, known, errors, false)}
<div class="actions">${back ? `<a href="${escapeHtml(back)}">${escapeHtml(texts.back)}</a>` : ''}<button class="main">${escapeHtml(texts.save)}</button></div></form>`;
  return hostedPage(status, language, { title: texts.changeCard, body });
}
