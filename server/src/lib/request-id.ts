/** Makes the id and the network of the current request available to code that has no access to the request. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  id: string;
  /** The network that it came from, as limits count it. */
  network: () => string;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

/** Runs `work`, and all asynchronous work that it starts, within this request. */
export function withRequest<T>(request: CurrentRequest, work: () => T): T {
  return requests.run(request, work);
}

/** The id of the current request; null outside of a request, for example in a job. */
export function currentRequestId(): string | null {
  return requests.getStore()?.id ?? null;
}

/** The network of the current request; null outside of a request. */
export function currentNetwork(): string | null {
  return requests.getStore()?.network() ?? null;
}
