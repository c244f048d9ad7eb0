/** Validates the sites that an owner allows to show an embed. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { getDomain } from 'tldts';
import { AppError } from '../../lib/app-error.ts';

/** Anybody can register under a public suffix, so `*.com` or `*.github.io` would allow the sites of strangers. */
function isPublicSuffixWildcard(site: string): boolean {
  return site.startsWith('*.') && getDomain(site.slice(2), { allowPrivateDomains: true }) === null;
}

/** @throws AppError `invalid-input` for a wildcard directly below a public suffix. */
export function assertNoPublicSuffixWildcard({ allowedSites }: Pick<EmbedSettings, 'allowedSites'>): void {
  const fields = allowedSites.flatMap((site, at) =>
    isPublicSuffixWildcard(site)
      ? [{ path: `settings.allowedSites.${at}`, message: 'This takes in the sites of other owners.' }]
      : [],
  );
  if (fields.length > 0) throw new AppError('invalid-input', undefined, { fields });
}
