/** The worker role. */
import type { Services } from '../app.ts';

/** Takes jobs from the queue and looks for due work at once. */
export async function startWorker({ db, queue, modules }: Services): Promise<void> {
  const parts = modules.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  // Only one process holds the embedded database, so its leases belong to a process that has ended.
  if (db.mode === 'embedded') for (const part of parts) await part.recover?.();
  await queue.startWorkers(parts.flatMap((part) => part.handlers()));
  for (const part of parts) await part.enqueueDue?.();
}
