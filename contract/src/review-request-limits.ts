/** Limits and enums of invitations by e-mail. Separate from the schemas, which the browser does not load. */

export const requestLimits = {
  recipients: 2000,
  /** Campaigns of an account. */
  campaigns: 200,
  /** Mails of an account on one day, in the trial and otherwise; reminders count too. */
  perDayInTrial: 50,
  perDay: 500,
  /** Characters of a file or of pasted text. */
  textBytes: 512 * 1024,
  /** Bytes of a request with addresses, as JSON. */
  bodyBytes: 1024 * 1024,
  campaignNameLength: 80,
  nameLength: 80,
  subjectLength: 120,
  messageLength: 2000,
  postalAddressLength: 300,
  consentSourceLength: 200,
  reminderMinDays: 3,
  reminderMaxDays: 14,
  /** Days in which an address gets no second invitation of the same account. */
  restDays: 90,
  /** Months after the last mail of a campaign until its addresses are erased. */
  keepMonths: 12,
  testsPerDay: 10,
  /** Lines shown of those that were left out, per reason. */
  linesShown: 10,
  pageSize: 50,
} as const;

/**
 * - `scheduled`: nothing was sent yet. `sending`: invitations are left, also when they wait for the next day.
 * - `reminding`: all invitations were sent, reminders are left. `paused`: a member stopped it for now.
 * - `finished`: nothing is left to send. `canceled`: a member ended it, or its pipeline was deleted.
 */
export const campaignStates = [
  'scheduled',
  'sending',
  'reminding',
  'paused',
  'finished',
  'canceled',
] as const;
export type CampaignState = (typeof campaignStates)[number];

/** `agreed`: they agreed to be asked. `customer`: they bought or visited, and may be asked by the law of their country. */
export const consentBases = ['agreed', 'customer'] as const;
export type ConsentBasis = (typeof consentBases)[number];

/**
 * - `waiting`: no mail server took the mail yet. `sent`: one took it.
 * - `answered`: gave a rating; which one is never said. Nothing says who opened the page, because mail scanners open it too.
 * - `refused`: the mail server refused the mail at once. `bounced`: it came back later.
 * - `unsubscribed`: after the mail was sent. `skipped`: no mail was sent.
 */
export const recipientStates = [
  'waiting',
  'sent',
  'answered',
  'refused',
  'bounced',
  'unsubscribed',
  'skipped',
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** `suppressed`: on the list of addresses that get none. `invited-lately`: within 90 days. `canceled`: with the campaign. */
export const skipReasons = ['suppressed', 'invited-lately', 'canceled'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** `member`: added by hand. `refused` and `bounced`: the mailbox does not exist. `complained`: reported as unwanted. */
export const suppressionReasons = ['member', 'unsubscribed', 'complained', 'refused', 'bounced'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
