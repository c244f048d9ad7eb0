export type { NotificationsDeps } from './deps.ts';
export { mountHooks } from './hooks.ts';
export { notificationJobs, notificationJobsDeclared } from './jobs.ts';
export { mountDeletionStatus } from './status-page.ts';
