export { recordActivation } from './activation.ts';
export type { Plans } from './plans.ts';
export { planPrices } from './prices.ts';
export { findPlan, findSubscription, type SubscriptionRow } from './queries.ts';
export { type SubscriptionStatus, subscriptionStatuses } from './subscription-state.ts';
export {
  giveFreePlan,
  lockSubscription,
  type SubscriptionReading,
  setCustomer,
  storeReading,
  takeFreePlanBack,
} from './subscriptions.ts';
