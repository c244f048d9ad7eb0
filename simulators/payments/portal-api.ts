import { getCustomer } from './customers-api.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter } from './errors.ts';
import { change } from './events.ts';
import { newId } from './ids.ts';
import { listOf } from './lists.ts';
import { portalLocales } from './locales.ts';
import type { PortalConfiguration, PortalFlow, PortalSession } from './objects.ts';
import { changedMetadata, type Input, oneOf, paging } from './params.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { cancelReasons, prorationBehaviors } from './subscriptions-api.ts';

const configurationSpec = {
  business_profile: { headline: 'text', privacy_policy_url: 'text', terms_of_service_url: 'text' },
  default_return_url: 'text',
  features: {
    customer_update: {
      allowed_updates: [oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id')],
      enabled: 'bool',
    },
    invoice_history: { enabled: 'bool' },
    payment_method_update: { enabled: 'bool' },
    subscription_cancel: {
      enabled: 'bool',
      mode: oneOf('at_period_end', 'immediately'),
      proration_behavior: prorationBehaviors,
      cancellation_reason: { enabled: 'bool', options: [cancelReasons] },
    },
    subscription_update: {
      enabled: 'bool',
      default_allowed_updates: [oneOf('price', 'promotion_code', 'quantity')],
      proration_behavior: prorationBehaviors,
      products: [{ product: 'text', prices: ['text'] }],
    },
  },
  metadata: 'map',
  name: 'text',
  active: 'bool',
} as const;

type ConfigurationInput = Exclude<Input<typeof configurationSpec>, null>;

/** Configurations and sessions of the customer portal. */
export const portalEndpoints = [
  endpoint('POST', '/billing_portal/configurations', configurationSpec, (state, input) => {
    if (!input.features) throw missingParameter('features');
    return state.store.put('portal_configuration', configuration(state, newId('bpc'), input, null));
  }),
  endpoint(
    'GET',
    '/billing_portal/configurations',
    { ...paging, active: 'bool', is_default: 'bool' },
    (state, input) =>
      listOf(
        state,
        'portal_configuration',
        input,
        '/v1/billing_portal/configurations',
        (known) =>
          (typeof input.active !== 'boolean' || known.active === input.active) &&
          (typeof input.is_default !== 'boolean' || known.is_default === input.is_default),
        'configuration',
      ),
  ),
  endpoint('GET', '/billing_portal/configurations/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'portal_configuration', id, 'id', 'configuration'),
  ),
  endpoint('POST', '/billing_portal/configurations/{id}', configurationSpec, (state, input, { id = '' }) => {
    const known = getObject(state, 'portal_configuration', id, 'id', 'configuration');
    return change(state, 'portal_configuration', id, configuration(state, id, input, known));
  }),
  endpoint(
    'POST',
    '/billing_portal/sessions',
    {
      customer: 'text',
      configuration: 'text',
      return_url: 'text',
      locale: portalLocales,
      flow_data: {
        type: oneOf('payment_method_update', 'subscription_cancel', 'customer_update'),
        after_completion: {
          type: oneOf('redirect', 'hosted_confirmation', 'portal_homepage'),
          redirect: { return_url: 'text' },
          hosted_confirmation: { custom_message: 'text' },
        },
        subscription_cancel: { subscription: 'text' },
      },
    },
    createSession,
  ),
];

/** A configuration with what is missing filled in: everything that is not enabled is off. */
function configuration(
  state: PaymentsState,
  id: string,
  input: ConfigurationInput,
  known: PortalConfiguration | null,
): PortalConfiguration {
  const now = secondsNow(state);
  const before = known ?? emptyConfiguration(id, now);
  const wanted = input.features ?? {};
  const { features } = before;
  const updates = wanted.customer_update?.allowed_updates;
  if (wanted.customer_update?.enabled && !updates && features.customer_update.allowed_updates.length === 0)
    throw missingParameter('features[customer_update][allowed_updates]');
  const profile = Object.fromEntries(
    Object.entries(input.business_profile ?? {}).filter(([, value]) => value !== undefined),
  );
  return {
    ...before,
    active: input.active ?? before.active,
    business_profile: { ...(before.business_profile as object), ...profile },
    default_return_url:
      input.default_return_url === undefined ? before.default_return_url : input.default_return_url,
    features: {
      ...features,
      customer_update: {
        allowed_updates: updates === undefined ? features.customer_update.allowed_updates : (updates ?? []),
        enabled: wanted.customer_update?.enabled ?? features.customer_update.enabled,
      },
      invoice_history: { enabled: wanted.invoice_history?.enabled ?? features.invoice_history.enabled },
      payment_method_update: {
        enabled: wanted.payment_method_update?.enabled ?? features.payment_method_update.enabled,
        payment_method_configuration: null,
      },
      subscription_cancel: { ...features.subscription_cancel, ...defined(wanted.subscription_cancel) },
      subscription_update: {
        ...(features.subscription_update as object),
        ...defined(wanted.subscription_update),
      },
    },
    metadata: changedMetadata(before.metadata as Record<string, string>, input.metadata),
    name: input.name ?? before.name,
    updated: now,
  };
}

function defined(members: object | undefined): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined));
}

function emptyConfiguration(id: string, created: number): PortalConfiguration {
  return {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: created,
  };
}

/** The configuration of sessions that name none. */
function defaultConfiguration(state: PaymentsState): PortalConfiguration {
  const known = state.store.list('portal_configuration').find((one) => one.is_default);
  if (known) return known;
  const features = {
    customer_update: {
      enabled: true,
      allowed_updates: ['address' as const, 'name' as const, 'email' as const, 'tax_id' as const],
    },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
  };
  const made = configuration(state, newId('bpc'), { features }, null);
  return state.store.put('portal_configuration', { ...made, is_default: true });
}

interface SessionInput {
  customer?: string | null | undefined;
  configuration?: string | null | undefined;
  return_url?: string | null | undefined;
  locale?: string | null | undefined;
  flow_data?: FlowInput | undefined;
}

interface FlowInput {
  type?: string | null | undefined;
  after_completion?:
    | {
        type?: string | null | undefined;
        redirect?: { return_url?: string | null | undefined } | undefined;
        hosted_confirmation?: { custom_message?: string | null | undefined } | undefined;
      }
    | undefined;
  subscription_cancel?: { subscription?: string | null | undefined } | undefined;
}

function createSession(state: PaymentsState, input: SessionInput): PortalSession {
  if (!input.customer) throw missingParameter('customer');
  const customer = getCustomer(state, input.customer, 'customer');
  const config = input.configuration
    ? getObject(state, 'portal_configuration', input.configuration, 'configuration', 'configuration')
    : defaultConfiguration(state);
  const return_url = input.return_url ?? config.default_return_url;
  if (return_url !== null) checkAddress(return_url, 'return_url');
  const id = newId('bps');
  return state.store.put('portal_session', {
    id,
    object: 'billing_portal.session',
    configuration: config.id,
    created: secondsNow(state),
    customer: customer.id,
    customer_account: null,
    flow: input.flow_data ? readFlow(state, input.flow_data, config, customer.id) : null,
    livemode: false,
    locale: input.locale ?? null,
    on_behalf_of: null,
    return_url,
    url: `${state.base}/p/session/${id}`,
  });
}

function checkAddress(address: string, param: string): void {
  if (!/^https?:\/\/[^/]/.test(address))
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param });
}

function readFlow(
  state: PaymentsState,
  flow: FlowInput,
  { features }: PortalConfiguration,
  customer: string,
): PortalFlow {
  if (!flow.type) throw missingParameter('flow_data[type]');
  const enabled = {
    payment_method_update: features.payment_method_update.enabled,
    subscription_cancel: features.subscription_cancel.enabled,
    customer_update: features.customer_update.enabled,
  }[flow.type];
  if (!enabled)
    throw invalidRequest(
      `You cannot use the \`${flow.type}\` flow because the feature is disabled in the portal configuration.`,
      { param: 'flow_data[type]' },
    );
  const subscription = flow.subscription_cancel?.subscription ?? null;
  if (flow.type === 'subscription_cancel') {
    if (!subscription) throw missingParameter('flow_data[subscription_cancel][subscription]');
    const known = getObject(
      state,
      'subscription',
      subscription,
      'flow_data[subscription_cancel][subscription]',
    );
    if (known.customer !== customer)
      throw invalidRequest('The subscription does not belong to the customer.', {
        param: 'flow_data[subscription_cancel][subscription]',
      });
  }
  const after = flow.after_completion;
  if (after?.type === 'redirect' && !after.redirect?.return_url)
    throw missingParameter('flow_data[after_completion][redirect][return_url]');
  if (after?.redirect?.return_url)
    checkAddress(after.redirect.return_url, 'flow_data[after_completion][redirect][return_url]');
  return {
    after_completion: {
      hosted_confirmation:
        after?.type === 'hosted_confirmation'
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
      redirect: after?.type === 'redirect' ? { return_url: after.redirect?.return_url ?? '' } : null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: subscription === null ? null : { retention: null, subscription },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  };
}
