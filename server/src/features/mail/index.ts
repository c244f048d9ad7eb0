export { type AlertRef, alertLink, type EndableMail, readAlertToken } from './alert-link.ts';
export { type BillingMailContent, queueBillingMail } from './billing-mail.ts';
export { type ComposedMail, htmlForScreen } from './composed-mail.ts';
export { reportDeadMail } from './dead-letters.ts';
export type { EndedMail, MailDeps } from './deps.ts';
export { type DueMailSteps, type SweepSteps, sendDueMails, sweepDueMails } from './due-mails.ts';
export {
  lastDay,
  listMailWaits,
  mailsPerRecipientAndDay,
  requireMailLeft,
  secondsToWait,
} from './mail-limits.ts';
export { readMarkdown, type TextProblem } from './markdown.ts';
export {
  cancelMails,
  cancelUnsentBefore,
  cancelUnsentMail,
  countDeadMail,
  endMailsSoon,
  listDeadIds,
  listDeadPage,
  listMailOfAccount,
  listMailOfOtherAccounts,
  requeueDeadMails,
} from './queries.ts';
export {
  type AccountMailContent,
  addressOf,
  deliverSoon,
  queueAccountMail,
  queueMail,
  retryDeadline,
  storeMail,
} from './queue-mail.ts';
export type { MailRequest } from './requests.ts';
export { maxDigestReviews, maxReviewText } from './review-mail-requests.ts';
export { sendTestMail } from './send-test.ts';
export { sealContext as mailContext } from './stored-mail.ts';
export { composeMail } from './templates/compose.tsx';
export { checkMailServer, DeliveryError } from './transport.ts';
