import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';
import type { ImportsDeps } from './deps.ts';

export const importJob = defineJob({
  name: 'imports.work',
  payload: z.strictObject({ accountId: z.uuid(), importId: z.uuid() }),
});

/** Queues the next step of an import; while one waits, another changes nothing. */
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
