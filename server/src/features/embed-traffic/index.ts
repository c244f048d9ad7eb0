export { addCounts } from './queries.ts';
export { readTraffic, sumRecentViews } from './traffic.ts';
export type { VisitRecorder } from './visits.ts';
