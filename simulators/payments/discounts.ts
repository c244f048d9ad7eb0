import { newId } from './ids.ts';
import type { Coupon, Discount, PromotionCode } from './objects.ts';
import { addIntervals } from './periods.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { roundHalfUp } from './tax.ts';

/** The discounts of a subscription that apply at a time. */
export function discountsAt(state: PaymentsState, ids: readonly string[], at: number): Discount[] {
  return ids
    .map((id) => getObject(state, 'discount', id))
    .filter((discount) => discount.end === null || discount.end > at);
}

export function couponOf(state: PaymentsState, discount: Discount): Coupon {
  return getObject(state, 'coupon', discount.source.coupon);
}

/** Applies a coupon to a customer's subscription, and counts it. */
export function redeem(
  state: PaymentsState,
  given: { coupon: Coupon; promotion: PromotionCode | null; customer: string; subscription: string },
): Discount {
  const { coupon, promotion, customer, subscription } = given;
  const start = secondsNow(state);
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const times_redeemed = coupon.times_redeemed + 1;
  state.store.put('coupon', { ...coupon, times_redeemed });
  if (promotion)
    state.store.put('promotion_code', { ...promotion, times_redeemed: promotion.times_redeemed + 1 });
  return state.store.put('discount', {
    ...discountDraft(coupon, promotion),
    id: newId('di'),
    customer,
    end: months === null ? null : addIntervals(start, { interval: 'month', interval_count: 1 }, months),
    start,
    subscription,
  });
}

/** A discount that is not stored, for the amounts of a session that is still open. */
export function discountDraft(coupon: Coupon, promotion: PromotionCode | null): Discount {
  return {
    id: 'di_draft',
    object: 'discount',
    checkout_session: null,
    customer: '',
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: promotion?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: 0,
    subscription: null,
    subscription_item: null,
  };
}

/** What each of the amounts is reduced by. An amount off is taken from the first amounts as far as they reach. */
export function reductions(coupon: Coupon, amounts: readonly number[]): number[] {
  let left = coupon.amount_off ?? 0;
  return amounts.map((amount) => {
    if (coupon.percent_off !== null) return roundHalfUp((amount * coupon.percent_off) / 100);
    const reduction = Math.max(0, Math.min(amount, left));
    left -= reduction;
    return reduction;
  });
}

/** The promotion code that customers type, when it can be used now. */
export function usablePromotion(
  state: PaymentsState,
  code: string,
  customer: string | null,
  currency: string,
): { coupon: Coupon; promotion: PromotionCode } | null {
  const promotion = state.store
    .list('promotion_code')
    .find((known) => known.code.toLowerCase() === code.trim().toLowerCase() && known.active);
  if (!promotion) return null;
  const coupon = getObject(state, 'coupon', promotion.promotion.coupon);
  const now = secondsNow(state);
  const usable =
    isCouponUsable(coupon, now) &&
    (promotion.expires_at === null || promotion.expires_at > now) &&
    (promotion.max_redemptions === null || promotion.times_redeemed < promotion.max_redemptions) &&
    (promotion.customer === null || promotion.customer === customer) &&
    (coupon.amount_off === null || coupon.currency === currency);
  return usable ? { coupon, promotion } : null;
}

export function isCouponUsable(coupon: Coupon, now: number): boolean {
  return (
    coupon.valid &&
    (coupon.redeem_by === null || coupon.redeem_by > now) &&
    (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions)
  );
}
