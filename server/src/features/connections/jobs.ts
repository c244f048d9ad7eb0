import { z } from 'zod';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import type { ConnectionsDeps } from './deps.ts';
import { deleteDueContent } from './disconnect.ts';
import { lookAtUnreadable } from './look-again.ts';
import { revoke, revokeJob } from './withdraw.ts';

/** Deletes the content of platforms that were disconnected seven days ago. */
export const deleteDueJob = defineJob({
  name: 'connections.delete-due',
  payload: z.object({}),
  cron: '41 * * * *',
});

/** Asks platforms that did not let us read whether they do by now. */
export const lookAgainJob = defineJob({
  name: 'connections.look-again',
  payload: z.object({}),
  cron: '23 * * * *',
});

export function connectionJobs(deps: ConnectionsDeps): JobHandler[] {
  return [
    handle(revokeJob, (payload, signal) => revoke(deps, payload, signal)),
    handle(deleteDueJob, (_payload, signal) => deleteDueContent(deps, signal)),
    handle(lookAgainJob, (_payload, signal) => lookAtUnreadable(deps, signal)),
  ];
}
