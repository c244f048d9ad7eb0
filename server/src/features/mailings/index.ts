export { resendDeadLettersByCommand } from './dead-letters.ts';
export { markMailingMailsCanceled } from './recipient-queries.ts';
