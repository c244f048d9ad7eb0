/** The worker role. */
import type { Services } from '../app.ts';

/** Runs jobs from the queue and enqueues due work at the start. */
export async function startWorker({ db, queue, modules }: Services): Promise<void> {
  const parts = modules.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  // Only one process uses the embedded database, so its leases belong to a process that has ended.
  if (db.mode === 'embedded') for (const part of parts) await part.recover?.();
  await queue.startWorkers(parts.flatMap((part) => part.handlers()));
  for (const part of parts) await part.enqueueDue?.();
}
