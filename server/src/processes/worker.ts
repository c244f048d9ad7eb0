/** The worker role. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Services, slices } from '../app.ts';
import { prepareEventDelivery } from '../events/start-delivery.ts';

const retryMs = 1_000;

/** Runs one step of the start, and returns what it returns. */
type RunStep = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs from the queue, delivers events, and enqueues due work at the start.
 * @returns what ends the listening for events
 */
export async function startWorker(services: Services): Promise<() => void> {
  const { readOnly, log } = services;
  if (!readOnly.isOn()) return startWork(services, (step) => step());
  // What a worker resumes and enqueues at its start are writes, so it starts when the read-only mode ends.
  const stopping = new AbortController();
  let stop: (() => void) | null = null;
  const runStep = untilDone(services, stopping.signal);
  const unsubscribe = readOnly.subscribe((on) => {
    if (on) return;
    unsubscribe();
    startWork(services, runStep).then(
      (started) => {
        if (stopping.signal.aborted) started();
        else stop = started;
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'The worker did not start');
      },
    );
  });
  return () => {
    unsubscribe();
    stopping.abort();
    stop?.();
  };
}

/** Nobody else starts a worker that did not start, so a step that failed is repeated until it succeeds or the process stops. */
function untilDone({ readOnly, log }: Pick<Services, 'readOnly' | 'log'>, signal: AbortSignal): RunStep {
  return async (step) => {
    for (;;) {
      signal.throwIfAborted();
      if (!readOnly.isOn())
        try {
          return await step();
        } catch (error) {
          log.error({ err: error }, 'The worker did not start after the read-only mode; it tries again');
        }
      await wait(retryMs, undefined, { signal, ref: false });
    }
  };
}

/** A step that was done is never repeated: a second one would start each queue twice, or take leases of jobs that run by now. */
async function startWork(
  { db, queue, changes, log, modules }: Services,
  runStep: RunStep,
): Promise<() => void> {
  const parts = modules.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  // Only one process uses the embedded database, so its leases belong to a process that has ended.
  if (db.mode === 'embedded') for (const part of parts) await runStep(async () => part.recover?.());
  const delivery = await runStep(() =>
    prepareEventDelivery({
      db,
      queue,
      changes,
      log,
      declared: slices.flatMap(({ subscribers }) => subscribers),
      subscribers: parts.flatMap((part) => part.subscribers?.() ?? []),
    }),
  );
  await runStep(() =>
    queue.startWorkers([...parts.flatMap((part) => part.handlers()), ...delivery.handlers]),
  );
  for (const part of parts) await runStep(async () => part.enqueueDue?.());
  return runStep(() => delivery.start());
}
