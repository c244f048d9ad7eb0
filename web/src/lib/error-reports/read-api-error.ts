import { ApiError } from '../api/problem.ts';
import type { ReadCallError } from './report.ts';

/** The server logs its own refusals, and a missing answer is the network's fault. */
export const readApiError: ReadCallError = (error) => {
  if (!(error instanceof ApiError)) return { requestId: null };
  return error.code === 'unexpected' && { requestId: error.requestId };
};
