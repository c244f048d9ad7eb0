import { checkoutLocales } from './locales.ts';
import { type Input, oneOf } from './params.ts';

const customMessage = { message: 'text' } as const;

/** What a checkout session is created with. */
export const sessionSpec = {
  mode: oneOf('subscription', 'payment', 'setup'),
  ui_mode: oneOf('hosted_page'),
  customer: 'text',
  customer_email: 'text',
  client_reference_id: 'text',
  line_items: [{ price: 'text', quantity: 'int' }],
  success_url: 'text',
  cancel_url: 'text',
  subscription_data: {
    trial_period_days: 'int',
    trial_end: 'int',
    metadata: 'map',
    description: 'text',
    proration_behavior: oneOf('create_prorations', 'none'),
    trial_settings: { end_behavior: { missing_payment_method: oneOf('cancel', 'create_invoice', 'pause') } },
  },
  payment_method_collection: oneOf('always', 'if_required'),
  allowed_payment_method_types: ['text'],
  payment_method_options: {
    card: {
      request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
      restrictions: {
        brands_blocked: [oneOf('visa', 'mastercard', 'american_express', 'discover_global_network')],
      },
    },
  },
  allow_promotion_codes: 'bool',
  discounts: [{ coupon: 'text', promotion_code: 'text' }],
  automatic_tax: { enabled: 'bool' },
  billing_address_collection: oneOf('auto', 'required'),
  tax_id_collection: { enabled: 'bool', required: oneOf('if_supported', 'never') },
  customer_update: {
    address: oneOf('auto', 'never'),
    name: oneOf('auto', 'never'),
    shipping: oneOf('auto', 'never'),
  },
  adaptive_pricing: { enabled: 'bool' },
  custom_text: {
    after_submit: customMessage,
    submit: customMessage,
    terms_of_service_acceptance: customMessage,
  },
  wallet_options: { link: { display: oneOf('auto', 'never') } },
  locale: checkoutLocales,
  metadata: 'map',
  expires_at: 'int',
} as const;

export type SessionInput = Exclude<Input<typeof sessionSpec>, null>;
