export { type Mail, mailJobs, mailJobsDeclared, queueMail } from './mail.ts';
