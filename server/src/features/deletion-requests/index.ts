export type { DeletionRequestsDeps } from './deps.ts';
export {
  countOpenDeletionRequests,
  type DeletionRequestRow,
  findDeletionRequest,
  listDeletionRequests,
} from './queries.ts';
export { deletionRequestsJob, processDeletionRequests, requestDeletion } from './requests.ts';
