export type { ImportsDeps } from './deps.ts';
export { importJobs, importSweepJob, resumeImports, twinsJob } from './jobs.ts';
export { importJob } from './request-work.ts';
export { importRoutes } from './routes.ts';
export { mountUploadRoute } from './upload-route.ts';
export { createWorkbookReader } from './workbook-reader.ts';
