import type pg from 'pg';
import { vi } from 'vitest';

type Connected = (error: Error, client: undefined, done: () => void) => void;

/**
 * Refuses every new connection of a pool until the mock is restored. `pool.query` passes a callback to `connect`: without
 * a call of it, such a query never ends, and neither does the close of whoever waits for it.
 */
export function cutDatabase({ pool }: { pool: pg.Pool }) {
  const refuse = (connected?: Connected): Promise<never> => {
    const refusal = Promise.reject(new Error('Connection refused'));
    if (connected !== undefined) refusal.catch((error: Error) => connected(error, undefined, () => {}));
    return refusal;
  };
  return vi.spyOn(pool, 'connect').mockImplementation(refuse);
}
