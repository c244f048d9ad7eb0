/** For tests only: a read-only mode that is switched here, instead of in the database. */
import type { ReadOnlyMode } from '../db/read-only-mode.ts';

export interface ReadOnlySwitch extends ReadOnlyMode {
  turn(on: boolean): void;
}

export function createReadOnlySwitch(on = false): ReadOnlySwitch {
  const listeners = new Set<(on: boolean) => void>();
  let current = on;
  return {
    isOn: () => current,
    async refresh() {},
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    turn(next) {
      current = next;
      for (const onChange of [...listeners]) onChange(current);
    },
  };
}
