export type { HelpDeps } from './deps.ts';
export { mountHelpForm } from './form-route.ts';
export { helpJobs, helpSweepJob } from './jobs.ts';
export { helpRoutes } from './routes.ts';
export { createSupportMessages } from './send-message.ts';
