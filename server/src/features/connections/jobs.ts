import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { ConnectionsDeps } from './deps.ts';
import { deleteDueContent } from './disconnect.ts';
import { recheckBlockedConnections } from './recheck-access.ts';
import { revokeGrant, revokeGrantJob } from './revoke-grants.ts';

/** Deletes the content of connections that were disconnected seven days ago. */
export const deleteDueContentJob = defineJob({
  name: 'connections.delete-due',
  payload: z.object({}),
  cron: '41 * * * *',
});

/** Checks again whether withdrawn or unapproved connections can be read. */
export const recheckAccessJob = defineJob({
  name: 'connections.recheck-access',
  payload: z.object({}),
  cron: '23 * * * *',
});

export function connectionJobs(deps: ConnectionsDeps): JobHandler[] {
  return [
    defineJobHandler(revokeGrantJob, (payload, signal) => revokeGrant(deps, payload, signal)),
    defineJobHandler(deleteDueContentJob, (_payload, signal) => deleteDueContent(deps, signal)),
    defineJobHandler(recheckAccessJob, (_payload, signal) => recheckBlockedConnections(deps, signal)),
  ];
}
