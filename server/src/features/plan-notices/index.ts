export { previewDeletions } from './run-notices.ts';
export type { NextStep } from './schedule.ts';
