export { createFirstSiteRecorder } from './first-site.ts';
export { trafficJobs, trafficSweepJob } from './jobs.ts';
export { readTraffic, sumRecentViews } from './traffic.ts';
export { createTrafficBuffer } from './traffic-buffer.ts';
export { createVisitRecorder, type VisitRecorder } from './visits.ts';
