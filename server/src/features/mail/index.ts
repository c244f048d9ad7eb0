export { deadMailReport, resendDead } from './dead-letters.ts';
export { mailJobs, sweepDueMail } from './deliver.ts';
export type { MailDeps } from './deps.ts';
export { mailJobsDeclared } from './jobs.ts';
export { queueAccountMail, queueMail } from './mail.ts';
export type { MailRequest } from './requests.ts';
export { sendTestMail } from './send-test.ts';
export { mailTrouble } from './trouble.ts';
