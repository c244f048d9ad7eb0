import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';
import type { ImportsDeps } from './deps.ts';

export const importJob = defineJob({
  name: 'imports.run',
  payload: z.strictObject({ accountId: z.uuid(), importId: z.uuid() }),
});

/** Enqueues the next step of an import. While one is waiting, another call changes nothing. */
export function enqueueImport(
  deps: Pick<ImportsDeps, 'queue'>,
  accountId: string,
  importId: string,
  delaySeconds = 0,
): Promise<void> {
  return deps.queue.enqueue(
    importJob,
    { accountId, importId },
    { key: importId, delaySeconds: delaySeconds },
  );
}
