export { mailJobs, mailJobsDeclared, queueMail } from './mail.ts';
