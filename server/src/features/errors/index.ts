export { createErrorRecorder } from './error-recorder.ts';
export { errorJobs, errorSweepJob } from './jobs.ts';
export { errorRoutes } from './routes.ts';
