export { errorJobs, errorSweepJob } from './jobs.ts';
export { createErrorRecorder, type ErrorRecorder, type ErrorsDeps } from './record.ts';
export { errorRoutes } from './routes.ts';
