/** What a page gets anew for each visit. */
import { randomBytes } from 'node:crypto';
import type { CollectLocation } from '@kindling/contract/collect-page';
import { signFormToken } from '../submissions/index.ts';
import type { CollectPagesDeps } from './deps.ts';
import type { PageAddress } from './page-address.ts';

export async function freshValues(
  { formKeys, proofs }: Pick<CollectPagesDeps, 'formKeys' | 'proofs'>,
  { path }: PageAddress,
  location: CollectLocation | null,
): Promise<{ token: string; challenge: string }> {
  const issuedAt = new Date();
  return {
    token: signFormToken(formKeys, { page: path, locationId: location?.id ?? null, issuedAt }),
    challenge: await proofs.create(path),
  };
}

/** Names what one visit sends. */
export function newKey(): string {
  return randomBytes(18).toString('base64url');
}
