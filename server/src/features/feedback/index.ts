export { feedbackReceived } from './events.ts';
export { type NewFeedback, storeFeedback, withdrawFeedback } from './store-feedback.ts';
