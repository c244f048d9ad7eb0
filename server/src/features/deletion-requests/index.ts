export type { DeletionRequestsDeps } from './deps.ts';
export { processDeletionRequests, requestDeletion } from './requests.ts';
