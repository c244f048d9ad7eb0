export { readTraffic, sumRecentViews } from './traffic.ts';
export type { VisitRecorder } from './visits.ts';
