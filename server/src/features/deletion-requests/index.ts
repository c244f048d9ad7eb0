export type { DeletionRequestsDeps } from './deps.ts';
export { deletionRequestJobs, deletionRequestsJob, requestDeletion } from './requests.ts';
export { mountDeletionStatusPage } from './status-page.ts';
