export { reportDeadMail, requeueDeadMail } from './dead-letters.ts';
export { sweepDueMail } from './deliver.ts';
export type { MailDeps } from './deps.ts';
export { queueMail } from './queue-mail.ts';
export type { MailRequest } from './requests.ts';
export { sendTestMail } from './send-test.ts';
