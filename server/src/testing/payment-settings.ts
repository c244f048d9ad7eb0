/** Settings of an installation with plans, whose payment provider nobody calls. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};
