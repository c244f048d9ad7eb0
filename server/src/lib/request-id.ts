/** The id of the request that is being answered, for what is written far below its handler. */
import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Everything that `work` begins, and what follows from it, belongs to this request. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work);
}

/** Null outside of a request, as in jobs. */
export function currentRequestId(): string | null {
  return ids.getStore() ?? null;
}
