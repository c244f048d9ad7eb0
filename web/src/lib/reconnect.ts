/** Milliseconds before a broken stream is opened again: 1 s that doubles to 30 s. `failures` counts from 0. */
export function reconnectDelayMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** Resolves after the time, or as soon as the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
