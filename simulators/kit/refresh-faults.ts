import { countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import type { JsonObject } from './json-object.ts';

/** Counts the calls that refresh tokens, and delays them for `refresh-race`. */
export type RefreshMonitor = {
  kinds: Record<string, FaultKind>;
  /** Waits for the time of the fault before the response is made. */
  enter(faults: FaultRegistry): Promise<void>;
  leave(): void;
  /** `calls` since the last reset, `open` now, and the `most` that were open at the same time. */
  show(): JsonObject;
  clear(): void;
};

/** A monitor without counts. */
export function createRefreshMonitor(): RefreshMonitor {
  let counts = { calls: 0, open: 0, most: 0 };
  let waiting: (() => void)[] = [];
  const release = () => {
    for (const go of waiting) go();
    waiting = [];
  };
  return {
    kinds: {
      'refresh-race': {
        about: 'the token endpoint is slow, so that many can refresh at once',
        options: 'ms (500), hold (until the fault is ended)',
        start: (fault) => void countOption(fault, 'ms', 500),
        end: release,
      },
    },
    async enter(faults) {
      counts.calls += 1;
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      const fault = faults.find('refresh-race', []);
      if (!fault) return;
      const held = fault.options.hold === true;
      const pause = new Promise<void>((resolve) => {
        if (held) waiting.push(resolve);
        else setTimeout(resolve, countOption(fault, 'ms', 500));
      });
      if (held) fault.fired += 1;
      else faults.fire(fault);
      await pause;
    },
    leave() {
      counts.open -= 1;
    },
    show: () => ({ ...counts }),
    clear() {
      counts = { calls: 0, open: counts.open, most: counts.open };
    },
  };
}
