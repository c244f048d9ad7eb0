/** For tests only: waiting for what happens by itself. */
import { vi } from 'vitest';

/**
 * Asks until `check` no longer throws. The limit ends what hangs and measures nothing: a busy machine takes many
 * times as long as a quiet one.
 *
 * @param interval ms between two looks
 */
export function eventually<T>(check: () => T | Promise<T>, interval = 50): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000, interval });
}
