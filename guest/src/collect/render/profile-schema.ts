/**
 * Structured data of the profile page. Search engines allow no stars for reviews that a business controls about itself, and
 * none of other sites (Google, review snippet guidelines), so it describes the business and marks up no review or rating.
 */
import type { ProfilePage } from '@kindling/contract/collect-page';
import { inlineJson } from '../../kit/inline-json.ts';
import { safeLink } from '../../kit/link.ts';
import { plainText } from '../../kit/plain-text.ts';
import { ownAddress } from './addresses.ts';

/** A JSON-LD document, safe inside a script element; null for a page that search engines do not list. */
export function profileSchema({ indexed, url, business, locations }: ProfilePage): string | null {
  const name = plainText(business.name);
  if (!indexed || name === '') return null;
  const website = safeLink(business.website);
  const phone = plainText(business.phone ?? '');
  return inlineJson({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: ownAddress(url),
    mainEntity: {
      '@type': 'Organization',
      name,
      ...(website !== null && { url: website }),
      ...(phone !== '' && { telephone: phone }),
      ...(locations.length > 1 && {
        location: locations.map((location) => ({
          '@type': 'Place',
          name: plainText(location.name),
          ...(location.address !== null && { address: plainText(location.address) }),
        })),
      }),
    },
  });
}
