import { allowAnyTarget } from '../../lib/egress-policy.ts';
import { resolveWithSystem } from '../../lib/resolve-name.ts';
import { createSafeDownload } from '../../lib/safe-fetch.ts';

/** Pictures are small and come from platforms; a stand-in's address is the operator's own word. */
export function createAvatarDownloads(publicUrl: string) {
  const limits = {
    agent: `Mozilla/5.0 (compatible; author pictures; +${publicUrl})`,
    accept: 'image/webp,image/jpeg,image/png',
    timeoutMs: 5_000,
    maxBytes: 2_000_000,
    maxRedirects: 0,
  };
  return {
    fetchPublic: createSafeDownload({ ...limits, protocols: ['https:'] }),
    fetchStandIn: createSafeDownload({ ...limits, resolveName: resolveWithSystem, target: allowAnyTarget }),
  };
}
