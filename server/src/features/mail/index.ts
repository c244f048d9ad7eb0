export { queueConnectionTroubleMail } from './connection-trouble.ts';
export { reportDeadMail, requeueDeadMail } from './dead-letters.ts';
export { mailJobs, sweepDueMail } from './deliver.ts';
export type { MailDeps } from './deps.ts';
export { mailJobDefinitions } from './jobs.ts';
export { queueAccountMail, queueMail } from './queue-mail.ts';
export type { MailRequest } from './requests.ts';
export { sendTestMail } from './send-test.ts';
