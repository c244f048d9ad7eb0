import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { listOf, listPage } from './lists.ts';
import { changedMetadata, oneOf, paging } from './params.ts';
import { getObject, secondsNow } from './state.ts';

/** Coupons and promotion codes. */
export const couponEndpoints = [
  endpoint(
    'POST',
    '/coupons',
    {
      id: 'text',
      name: 'text',
      percent_off: 'decimal',
      amount_off: 'amount',
      currency: 'text',
      duration: oneOf('once', 'forever', 'repeating'),
      duration_in_months: 'int',
      max_redemptions: 'int',
      redeem_by: 'int',
      metadata: 'map',
    },
    (state, input) => {
      const { percent_off = null, amount_off = null } = input;
      if ((percent_off === null) === (amount_off === null))
        throw invalidRequest('You must pass either percent_off or amount_off, and not both.', {
          param: 'percent_off',
        });
      if (percent_off !== null && (percent_off <= 0 || percent_off > 100))
        throw invalidRequest('percent_off must be greater than 0 and at most 100', { param: 'percent_off' });
      if (amount_off !== null && !input.currency) throw missingParameter('currency');
      if (input.duration === 'repeating' && !input.duration_in_months)
        throw missingParameter('duration_in_months');
      const id = input.id ?? newId('', 8).slice(1);
      if (state.store.find('coupon', id))
        throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
      const coupon = state.store.put('coupon', {
        id,
        object: 'coupon',
        amount_off,
        created: secondsNow(state),
        currency: input.currency?.toLowerCase() ?? null,
        duration: input.duration ?? 'once',
        duration_in_months: input.duration_in_months ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: changedMetadata({}, input.metadata),
        name: input.name ?? null,
        percent_off,
        redeem_by: input.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      });
      emit(state, 'coupon.created', coupon);
      return coupon;
    },
  ),
  endpoint('GET', '/coupons', paging, (state, input) =>
    listPage(state.store.list('coupon'), input, '/v1/coupons', 'coupon'),
  ),
  endpoint('GET', '/coupons/{id}', {}, (state, _, { id = '' }) => getObject(state, 'coupon', id)),
  endpoint(
    'POST',
    '/promotion_codes',
    {
      promotion: { coupon: 'text', type: oneOf('coupon') },
      code: 'text',
      active: 'bool',
      customer: 'text',
      expires_at: 'int',
      max_redemptions: 'int',
      metadata: 'map',
    },
    (state, input) => {
      const coupon = input.promotion?.coupon;
      if (!coupon) throw missingParameter('promotion[coupon]');
      getObject(state, 'coupon', coupon, 'promotion[coupon]');
      if (input.customer) getObject(state, 'customer', input.customer, 'customer');
      const code = input.code ?? newId('', 8).slice(1).toUpperCase();
      if (state.store.list('promotion_code').some((known) => known.active && known.code === code))
        throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
          param: 'code',
        });
      const promotion = state.store.put('promotion_code', {
        id: newId('promo'),
        object: 'promotion_code',
        active: input.active ?? true,
        code,
        created: secondsNow(state),
        customer: input.customer ?? null,
        customer_account: null,
        expires_at: input.expires_at ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: changedMetadata({}, input.metadata),
        promotion: { coupon, type: 'coupon' },
        restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
        times_redeemed: 0,
      });
      emit(state, 'promotion_code.created', promotion);
      return promotion;
    },
  ),
  endpoint(
    'GET',
    '/promotion_codes',
    { ...paging, code: 'text', coupon: 'text', active: 'bool', customer: 'text' },
    (state, input) =>
      listOf(
        state,
        'promotion_code',
        input,
        '/v1/promotion_codes',
        (known) =>
          (!input.code || known.code.toLowerCase() === input.code.toLowerCase()) &&
          (!input.coupon || known.promotion.coupon === input.coupon) &&
          (!input.customer || known.customer === input.customer) &&
          (typeof input.active !== 'boolean' || known.active === input.active),
      ),
  ),
  endpoint('GET', '/promotion_codes/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'promotion_code', id),
  ),
];
