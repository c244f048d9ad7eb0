export type { DeletionRequestsDeps } from './deps.ts';
export { requestDeletion } from './requests.ts';
