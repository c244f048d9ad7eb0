/** Answers the calls of the app in place of the server. */
import type { ClientLink } from '@orpc/client';
import type { CallContext } from '../lib/api/client.ts';
import { ApiError } from '../lib/api/problem.ts';
import { codeAnswers } from './code-answers.ts';
import { dashboardAnswers } from './dashboard-answers.ts';
import { reviewAnswers } from './review-answers.ts';
import type { SampleAccount } from './sample-account.ts';

type Answer = (input: unknown) => unknown;

/** @param isRead whether a call changes nothing */
export function createTourLink(
  account: SampleAccount,
  isRead: (path: readonly string[]) => boolean,
): ClientLink<CallContext> {
  const answers: Record<string, Record<string, Answer>> = {
    // Each answer takes the input of its own call, which is that of the caller by the types of the client.
    ...(reviewAnswers(account) as Record<string, Record<string, Answer>>),
    ...(dashboardAnswers(account) as Record<string, Record<string, Answer>>),
    ...(codeAnswers(account) as Record<string, Record<string, Answer>>),
    users: { getByEmail: () => account.recorded('users', 'getByEmail', {}) },
    maintenance: { current: () => ({ readOnly: false, notices: [] }) },
  };
  return {
    async call(path, input, { signal }) {
      const [group = '', call = ''] = path;
      if (group === 'sync' && call === 'events') return silentEvents(signal);
      const answer = answers[group]?.[call];
      if (answer !== undefined) return answer(input ?? {});
      const recorded = account.find(`${group}.${call}`, input);
      if (recorded !== undefined) return recorded;
      throw new ApiError({ code: isRead(path) ? 'tour-data' : 'tour' });
    },
  };
}

/** A stream of events that has none, until it is no longer wanted. */
async function* silentEvents(signal: AbortSignal | undefined): AsyncGenerator<never> {
  await new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
