export { holdDueCampaigns } from './hold-campaigns.ts';
export {
  type AddressRef,
  type InvitationRef,
  readInvitationToken,
  readUnsubscribeToken,
  recipientIdOf,
} from './links.ts';
export { findInvitingBusiness, markMailsCanceled } from './recipient-queries.ts';
export { insertSuppression, refusesMail } from './suppression-queries.ts';
export { unsubscribe } from './suppressions.ts';
