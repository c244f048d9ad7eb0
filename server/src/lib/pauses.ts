/** Lets other work run during a long computation, which occupies the only thread. */
import { setImmediate } from 'node:timers/promises';

const maxBusyMs = 10;

export interface Pauses {
  /** Whether the computation has run for long enough. Cheap, so it may be asked for each small step. */
  isDue(): boolean;
  /** @throws the reason of the signal when it is aborted */
  take(): Promise<void>;
}

interface PausesOptions {
  signal?: AbortSignal | undefined;
  now?: () => number;
}

export function createPauses({ signal, now = () => performance.now() }: PausesOptions = {}): Pauses {
  let began = now();
  return {
    isDue: () => now() - began >= maxBusyMs,
    async take() {
      await setImmediate();
      signal?.throwIfAborted();
      began = now();
    },
  };
}
