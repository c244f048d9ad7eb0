/**
 * Whether the server can be reached, from the browser's own state and from failed calls. One failed call proves
 * nothing, so the server is asked once more before the listeners are notified.
 */
import { useSyncExternalStore } from 'react';
import { delay, reconnectDelayMs } from './reconnect.ts';

export type NetworkState = 'online' | 'offline' | 'unreachable';

let unreachable = false;
let polling = false;
const listeners = new Set<() => void>();

function setUnreachable(next: boolean): void {
  if (unreachable === next) return;
  unreachable = next;
  for (const listener of listeners) listener();
}

/** Any answer counts, also an error status. Never throws. */
async function isAnswering(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
}

/**
 * Called when a call got no answer. Polls the server until it answers, and notifies the listeners of both changes.
 */
export function reportNoResponse(): void {
  if (polling || !navigator.onLine) return;
  polling = true;
  const ask = async () => {
    for (let failures = 0; !(await isAnswering()); failures += 1) {
      if (navigator.onLine) setUnreachable(true);
      await delay(reconnectDelayMs(failures), AbortSignal.timeout(60_000));
    }
    setUnreachable(false);
  };
  void ask().finally(() => {
    polling = false;
  });
}

function read(): NetworkState {
  if (!navigator.onLine) return 'offline';
  return unreachable ? 'unreachable' : 'online';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useNetworkState(): NetworkState {
  return useSyncExternalStore(subscribe, read);
}
