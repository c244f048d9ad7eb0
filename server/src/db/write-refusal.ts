/** Which transactions may write: all of them, unless the read-only mode of their database is on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const refusals = new WeakMap<pg.Pool, () => boolean>();
const writesAllowed = new AsyncLocalStorage<boolean>();

/** Transactions of this pool are read-only ones while `isOn` returns true. */
export function refuseWritesWhile(pool: pg.Pool, isOn: () => boolean): void {
  refusals.set(pool, isOn);
}

/** Whether a transaction that begins here and now is a read-only one. */
export function areWritesRefused(pool: pg.Pool): boolean {
  return refusals.get(pool)?.() === true && writesAllowed.getStore() !== true;
}

/** Runs `work`, and what it starts, with or without the right to write while the read-only mode is on. */
export function withWrites<T>(allowed: boolean, work: () => T): T {
  return writesAllowed.run(allowed, work);
}
