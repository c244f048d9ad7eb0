/** Makes the id of the current request available to code that has no access to the request. */
import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs `work`, and all asynchronous work that it starts, with this request id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work);
}

/** The id of the current request; null outside of a request, for example in a job. */
export function currentRequestId(): string | null {
  return ids.getStore() ?? null;
}
