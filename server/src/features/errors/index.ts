export { errorJobs, errorSweepJob } from './jobs.ts';
export { createErrorRecorder } from './record.ts';
export { errorRoutes } from './routes.ts';
