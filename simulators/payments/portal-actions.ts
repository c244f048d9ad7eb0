import { type Call, formOf } from '../kit/call.ts';
import { type HttpResponse, redirectResponse } from '../kit/response.ts';
import { addressOf, checkAddress, type Errors, readCard, typedIn } from './card-form.ts';
import { attachDecline } from './cards.ts';
import { authenticationStep } from './checkout-page.ts';
import { fullAddress } from './customer-object.ts';
import { createTaxId, deleteTaxId } from './customers-api.ts';
import { change } from './events.ts';
import type { Customer } from './objects.ts';
import { hostedPage, sentencePage } from './page-frame.ts';
import { attachCard, createCard } from './payment-methods.ts';
import { cardPage, type Portal, portalPage, withPortal } from './portal-page.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { endSubscription, isRunning } from './subscription-status.ts';
import { endChanges } from './subscriptions-api.ts';
import { isPossibleTaxId, plainTaxId, taxIdTypeFor } from './tax.ts';

/** `GET /p/session/{id}/card`: the form of a new card. */
export function showCardForm(state: PaymentsState, call: Call): HttpResponse {
  return withPortal(state, call, (portal) =>
    portal.features.payment_method_update.enabled
      ? cardPage(portal, 200, {}, {})
      : portalPage(state, portal, {}),
  );
}

/** `POST /p/session/{id}/card`: the new card becomes the default of the customer and of what runs. */
export function changeCard(state: PaymentsState, call: Call): HttpResponse {
  return withPortal(state, call, (portal) => {
    if (!portal.features.payment_method_update.enabled) return portalPage(state, portal, {});
    const form = formOf(call);
    const typed = typedIn(form);
    const errors: Errors = {};
    const card = readCard(form, secondsNow(state), errors);
    checkAddress(typed, false, portal.texts.required, errors);
    if (!card || Object.keys(errors).length > 0) return cardPage(portal, 402, typed, errors);
    const decline = attachDecline(card.behavior);
    if (decline) return cardPage(portal, 402, typed, { form: decline.message });
    const made = createCard(state, card, {
      address: fullAddress(addressOf(typed)),
      name: typed.name ?? null,
    });
    if (!card.behavior.startsWith('authentication')) return useCard(state, portal, made.id);
    return hostedPage(200, portal.language, {
      title: portal.texts.authTitle,
      body: authenticationStep(portal.language, `/p/session/${portal.session.id}/card/${made.id}`),
    });
  });
}

/** `POST /p/session/{id}/card/{card}`: what the bank answers. */
export function authenticateCard(state: PaymentsState, call: Call): HttpResponse {
  return withPortal(state, call, (portal) => {
    const card = state.store.find('payment_method', call.params.card ?? '');
    if (!card || card.customer !== null) return portalPage(state, portal, {});
    if (formOf(call).get('do') === 'complete') return useCard(state, portal, card.id);
    state.store.remove('payment_method', card.id);
    return cardPage(portal, 402, {}, { form: 'We are unable to authenticate your payment method.' });
  });
}

function useCard(state: PaymentsState, portal: Portal, card: string): HttpResponse {
  const { customer } = portal;
  attachCard(state, card, customer.id);
  change(state, 'customer', customer.id, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
  });
  for (const subscription of state.store.list('subscription'))
    if (subscription.customer === customer.id && isRunning(subscription))
      change(state, 'subscription', subscription.id, { default_payment_method: card });
  return completed(portal);
}

/** Where the portal goes after a change, as the flow says it. */
function completed({ session, language, texts }: Portal): HttpResponse {
  const after = session.flow?.after_completion;
  if (after?.redirect) return { ...redirectResponse(after.redirect.return_url), status: 303 };
  const link = session.return_url ? { href: session.return_url, label: texts.back } : null;
  if (after?.hosted_confirmation)
    return sentencePage(200, language, after.hosted_confirmation.custom_message ?? texts.saved, link);
  return { ...redirectResponse(`/p/session/${session.id}?home&saved`), status: 303 };
}

/** `POST /p/session/{id}/recipient`: e-mail, name, address and VAT number, as far as they may be changed. */
export function changeRecipient(state: PaymentsState, call: Call): HttpResponse {
  return withPortal(state, call, (portal) => {
    if (!portal.features.customer_update.enabled) return portalPage(state, portal, {});
    const allowed = portal.features.customer_update.allowed_updates;
    const { customer, texts } = portal;
    const typed = typedIn(formOf(call));
    const errors: Errors = {};
    if (allowed.includes('address')) checkAddress(typed, true, texts.required, errors);
    if (allowed.includes('email') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email ?? ''))
      errors.email = texts.required;
    const taxId = allowed.includes('tax_id') ? plainTaxId(typed.tax_id ?? '') : '';
    const type = taxIdTypeFor(typed.country ?? '', taxId);
    if (taxId !== '' && !isPossibleTaxId(type, taxId)) errors.tax_id = 'Your tax ID is invalid.';
    if (Object.keys(errors).length > 0) return portalPage(state, portal, { typed, errors, status: 400 });
    change(state, 'customer', customer.id, {
      ...(allowed.includes('email') ? { email: typed.email ?? null } : {}),
      ...(allowed.includes('name') ? { name: typed.name ?? null } : {}),
      ...(allowed.includes('address') ? { address: fullAddress(addressOf(typed)) } : {}),
    });
    if (allowed.includes('tax_id')) replaceTaxId(state, customer, type, taxId);
    return completed(portal);
  });
}

function replaceTaxId(state: PaymentsState, customer: Customer, type: string, value: string): void {
  const own = state.store.list('tax_id').filter((taxId) => taxId.customer === customer.id);
  if (own.some((taxId) => taxId.value === value)) return;
  for (const taxId of own) deleteTaxId(state, taxId);
  if (value !== '') createTaxId(state, customer.id, type, value);
}

/** `POST /p/session/{id}/cancel` and `…/resume`. */
export function changeEnd(state: PaymentsState, call: Call, ends: boolean): HttpResponse {
  return withPortal(state, call, (portal) => {
    const { features, customer } = portal;
    const subscription = state.store.find('subscription', formOf(call).get('subscription') ?? '');
    if (
      !features.subscription_cancel.enabled ||
      subscription?.customer !== customer.id ||
      !isRunning(subscription)
    )
      return portalPage(state, portal, { status: 400 });
    if (ends && features.subscription_cancel.mode === 'immediately')
      endSubscription(state, subscription.id, 'cancellation_requested');
    else change(state, 'subscription', subscription.id, endChanges(state, subscription, ends));
    return completed({ ...portal, customer: getObject(state, 'customer', customer.id) });
  });
}
