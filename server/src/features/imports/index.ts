export type { ImportsDeps } from './deps.ts';
export { importJob } from './enqueue-import.ts';
export { dropDuplicatesJob, importJobs, importSweepJob, resumeImports } from './jobs.ts';
export { importRoutes } from './routes.ts';
export { mountUploadRoute } from './upload-route.ts';
export { createWorkbookReader } from './workbook-reader.ts';
