/** Finds the page of an address for a request, within the limit of unknown addresses. */
import { clientNetwork } from '@kindling/service/network';
import type { FastifyRequest } from 'fastify';
import type { CollectPagesDeps } from './deps.ts';
import type { PageAddress } from './page-address.ts';
import type { StoredPage } from './page-store.ts';

/** Null for an address that no page can have, and for a network that tries addresses out. */
export async function findPage(
  { store, guesses }: Pick<CollectPagesDeps, 'store' | 'guesses'>,
  request: FastifyRequest,
  address: PageAddress | null,
): Promise<StoredPage | null> {
  if (address === null) return null;
  if (store.isKnown(address)) return store.get(address);
  const network = clientNetwork(request);
  if (guesses.isBlocked(network)) return null;
  const found = await store.get(address);
  if (found.page === null) await guesses.countUnknown(network);
  return found;
}
