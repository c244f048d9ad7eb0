/** For tests only: waits for asynchronous effects. */
import { vi } from 'vitest';

/**
 * Repeats `check` until it no longer throws. The timeout only ends a test that hangs: a busy machine takes many times as
 * long as an idle one.
 * @param interval ms between two calls
 */
export function eventually<T>(check: () => T | Promise<T>, interval = 50): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000, interval });
}
