export { type NewFeedback, storeFeedback, withdrawFeedback } from './store-feedback.ts';
