import type { PgBoss } from 'pg-boss';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import type { Log } from '../lib/log.ts';
import type { JobHandler } from './job.ts';

/**
 * Starts the workers of each queue, stops them while the read-only mode is on, and starts them again afterwards. A queue whose job still runs
 * starts when that job has ended.
 * @returns what ends this; the workers go on
 */
export async function startWhileWritable(
  readOnly: Pick<ReadOnlyMode, 'isOn' | 'subscribe'>,
  boss: PgBoss,
  handlers: readonly JobHandler[],
  starts: readonly (() => Promise<void>)[],
  log: Log,
): Promise<() => void> {
  const running = handlers.map(() => false);
  const changing: Promise<void>[] = handlers.map(() => Promise.resolve());
  const change = async (index: number): Promise<void> => {
    const shouldRun = !readOnly.isOn();
    const name = handlers[index]?.job.name;
    if (name === undefined || running[index] === shouldRun) return;
    running[index] = shouldRun;
    await (shouldRun ? starts[index]?.() : boss.offWork(name));
  };
  const changeAll = () => {
    for (const index of handlers.keys())
      changing[index] = (changing[index] ?? Promise.resolve())
        .then(() => change(index))
        .catch((error: unknown) => log.error({ err: error }, 'A queue was not paused or started again'));
  };
  const unsubscribe = readOnly.subscribe(changeAll);
  for (const index of handlers.keys()) await change(index);
  return unsubscribe;
}
