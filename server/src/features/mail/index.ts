export { reportDeadMail, requeueDeadMail } from './dead-letters.ts';
export type { MailDeps } from './deps.ts';
export {
  lastDay,
  listMailWaits,
  mailsPerRecipientAndDay,
  requireMailLeft,
  secondsToWait,
} from './mail-limits.ts';
export { cancelUnsentMail, listMailOfAccount, listMailOfOtherAccounts } from './queries.ts';
export { deliverSoon, queueMail } from './queue-mail.ts';
export type { MailRequest } from './requests.ts';
export { sendTestMail } from './send-test.ts';
