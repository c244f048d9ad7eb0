/** The services of others that an installation may use, live or simulated. */

type Given<Name extends string> = Readonly<Record<Name, string | undefined>>;

/** The chat of a help desk; null uses the product's message form. */
export function helpDeskSettings(
  v: Given<
    | 'HELPDESK_URL'
    | 'HELPDESK_WEBSITE_TOKEN'
    | 'HELPDESK_HMAC_KEY'
    | 'KINDLING_HELPDESK_SIMULATOR_URL'
    | 'KINDLING_SIMULATOR_SECRET'
  >,
) {
  const { HELPDESK_URL: url, HELPDESK_WEBSITE_TOKEN: websiteToken, HELPDESK_HMAC_KEY: hmacKey } = v;
  if (url !== undefined && websiteToken !== undefined && hmacKey !== undefined)
    return { url, websiteToken, hmacKey };
  const { KINDLING_HELPDESK_SIMULATOR_URL: simulator, KINDLING_SIMULATOR_SECRET: secret } = v;
  return simulator === undefined || secret === undefined
    ? null
    : { url: simulator, websiteToken: 'kindling-local', hmacKey: secret };
}

/** The language model that drafts replies; null where the operator has set up none. */
export function assistantSettings(
  v: Given<
    | 'ASSISTANT_URL'
    | 'ASSISTANT_MODEL'
    | 'ASSISTANT_KEY'
    | 'KINDLING_ASSISTANT_SIMULATOR_URL'
    | 'KINDLING_SIMULATOR_SECRET'
  >,
) {
  const { ASSISTANT_URL: url, ASSISTANT_MODEL: model, ASSISTANT_KEY: key = null } = v;
  if (url !== undefined && model !== undefined) return { url, model, key, simulated: false };
  const { KINDLING_ASSISTANT_SIMULATOR_URL: simulator, KINDLING_SIMULATOR_SECRET: secret } = v;
  return simulator === undefined || secret === undefined
    ? null
    : { url: `${simulator}/v1`, model: 'kindling-local', key: secret, simulated: true };
}

/** The payment provider, null where nobody can pay. */
export function paymentSettings(
  v: Given<
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'KINDLING_PAYMENTS_SIMULATOR_URL'
    | 'KINDLING_SIMULATOR_SECRET'
  > & { STRIPE_TAX: boolean },
) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_TAX: taxed } = v;
  if (secretKey !== undefined && webhookSecret !== undefined)
    return { secretKey, webhookSecret, taxed, apiUrl: 'https://api.stripe.com', simulated: false };
  const { KINDLING_PAYMENTS_SIMULATOR_URL: apiUrl, KINDLING_SIMULATOR_SECRET: secret } = v;
  return apiUrl === undefined || secret === undefined
    ? null
    : { secretKey: `sk_test_${secret}`, webhookSecret: `whsec_${secret}`, taxed, apiUrl, simulated: true };
}
