import { allowAnyTarget } from '../../lib/egress-policy.ts';
import { resolveWithSystem } from '../../lib/resolve-name.ts';
import { createSafeDownload } from '../../lib/safe-fetch.ts';

/** Limits fit small pictures. The address of a simulator comes from the operator's settings, so any target is allowed. */
export function createAvatarDownloads(publicUrl: string) {
  const limits = {
    agent: `Mozilla/5.0 (compatible; author pictures; +${publicUrl})`,
    accept: 'image/webp,image/jpeg,image/png',
    timeoutMs: 5_000,
    maxBytes: 2_000_000,
    maxRedirects: 0,
  };
  return {
    fetchFromInternet: createSafeDownload({ ...limits, protocols: ['https:'] }),
    fetchFromSimulator: createSafeDownload({
      ...limits,
      resolveName: resolveWithSystem,
      egressPolicy: allowAnyTarget,
    }),
  };
}
