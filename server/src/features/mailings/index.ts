export { markMailingMailsCanceled } from './recipient-queries.ts';
