/** The worker role. */
import { type Services, slices } from '../app.ts';
import { prepareEventDelivery } from '../events/start-delivery.ts';

/**
 * Runs jobs from the queue, delivers events, and enqueues due work at the start.
 * @returns what ends the listening for events
 */
export async function startWorker(services: Services): Promise<() => void> {
  const { readOnly, log } = services;
  if (!readOnly.isOn()) return startWork(services);
  // What a worker resumes and enqueues at its start are writes, so it starts when the read-only mode ends.
  let stop: (() => void) | null = null;
  let starting = false;
  const unsubscribe = readOnly.subscribe((on) => {
    if (on || starting) return;
    starting = true;
    startWork(services).then(
      (started) => {
        unsubscribe();
        stop = started;
      },
      (error: unknown) => {
        starting = false;
        log.error({ err: error }, 'The worker did not start after the read-only mode');
      },
    );
  });
  return () => {
    unsubscribe();
    stop?.();
  };
}

async function startWork({ db, queue, changes, log, modules }: Services): Promise<() => void> {
  const parts = modules.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  // Only one process uses the embedded database, so its leases belong to a process that has ended.
  if (db.mode === 'embedded') for (const part of parts) await part.recover?.();
  const delivery = await prepareEventDelivery({
    db,
    queue,
    changes,
    log,
    declared: slices.flatMap(({ subscribers }) => subscribers),
    subscribers: parts.flatMap((part) => part.subscribers?.() ?? []),
  });
  await queue.startWorkers([...parts.flatMap((part) => part.handlers()), ...delivery.handlers]);
  for (const part of parts) await part.enqueueDue?.();
  return delivery.start();
}
