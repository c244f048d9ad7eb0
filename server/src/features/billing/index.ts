export { recordActivation } from './activation.ts';
export {
  type Gift,
  giveFreePlanUntil,
  giveTrialDays,
  lastMomentOf,
  requireGift,
  takeBackFreePlan,
} from './gifts.ts';
export type { Plans } from './plans.ts';
export { planPrices } from './prices.ts';
export { findPlan, findSubscription, type SubscriptionRow } from './queries.ts';
export { type SubscriptionStatus, subscriptionStatuses } from './subscription-state.ts';
export {
  lockSubscription,
  type SubscriptionReading,
  setCustomer,
  storeReading,
} from './subscriptions.ts';
