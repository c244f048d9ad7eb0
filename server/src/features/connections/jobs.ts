import { platforms } from '@kindling/contract/platforms';
import { z } from 'zod';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import type { ConnectionsDeps } from './deps.ts';
import { grantIsShared } from './queries.ts';
import { openTokens } from './tokens.ts';

/** Withdraws an authorisation at the platform after the connection is gone; the tokens travel sealed. */
export const revokeJob = defineJob({
  name: 'connections.revoke',
  payload: z.strictObject({
    platform: z.enum(platforms),
    connectionId: z.uuid(),
    externalId: z.string(),
    sealed: z.string(),
    context: z.string(),
  }),
  retryLimit: 20,
});

export function connectionJobs(
  deps: Pick<ConnectionsDeps, 'db' | 'connectors' | 'box' | 'log'>,
): JobHandler[] {
  return [
    handle(revokeJob, async ({ platform, connectionId, externalId, sealed, context }, signal) => {
      const connector = deps.connectors.get(platform);
      // Without keys there is nobody to ask; the grant ends when the operator removes the project.
      if (connector === undefined) return;
      // A withdrawal ends the person's whole grant. Who has connected again while the platform was down keeps it.
      const other = { id: connectionId, platform, externalId };
      if (await inSystem(deps.db, (trx) => grantIsShared(trx, other))) return;
      try {
        await connector.revoke(openTokens(deps.box, sealed, context), { signal });
      } catch (error) {
        if (!(error instanceof ConnectorFailure) || error.kind === 'retry-after') throw error;
        deps.log.warn(
          { platform, kind: error.kind },
          'The platform did not accept the withdrawal of an authorisation',
        );
      }
    }),
  ];
}
