import type { PgBoss } from 'pg-boss';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import type { Log } from '../lib/log.ts';
import type { JobHandler } from './job.ts';

const retryMs = 1_000;

/**
 * Starts the workers of each queue, stops them while the read-only mode is on, and starts them again afterwards. A queue whose job still runs
 * starts when that job has ended. What fails is tried again each second.
 * @returns what ends this; the workers go on
 */
export async function startWhileWritable(
  readOnly: Pick<ReadOnlyMode, 'isOn' | 'subscribe'>,
  boss: Pick<PgBoss, 'offWork'>,
  handlers: readonly JobHandler[],
  starts: readonly (() => Promise<void>)[],
  log: Pick<Log, 'error'>,
): Promise<() => void> {
  const running = handlers.map(() => false);
  const changing: Promise<void>[] = handlers.map(() => Promise.resolve());
  let ended = false;
  const change = async (index: number): Promise<void> => {
    const shouldRun = !readOnly.isOn();
    const name = handlers[index]?.job.name;
    if (ended || name === undefined || running[index] === shouldRun) return;
    await (shouldRun ? starts[index]?.() : boss.offWork(name));
    running[index] = shouldRun;
  };
  const changeAll = () => {
    for (const index of handlers.keys()) void follow(index);
  };
  /** One change of a queue after the other, the last of them by what is stored then. */
  const follow = (index: number): Promise<void> => {
    const next = (changing[index] ?? Promise.resolve())
      .then(() => change(index))
      .catch((error: unknown) => {
        log.error({ err: error }, 'A queue was not paused or started again');
        setTimeout(() => void follow(index), retryMs).unref();
      });
    changing[index] = next;
    return next;
  };
  const unsubscribe = readOnly.subscribe(changeAll);
  for (const index of handlers.keys()) await follow(index);
  return () => {
    ended = true;
    unsubscribe();
  };
}
