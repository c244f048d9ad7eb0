import type { ReviewAddresses } from '../kit/review-addresses.ts';

/** Hosts of Google Maps, of the short links that profiles share, and of the review form. */
const countries = 'com de es fr nl rs at ch it be pt pl se dk ie co.uk ca com.au'.split(' ');
const mapsHosts = [
  'maps.google.com',
  'google.com',
  ...countries.flatMap((ending) => [`www.google.${ending}`, `maps.google.${ending}`]),
];
/** Short links that people share from the map and the search. */
const shortHosts = ['maps.app.goo.gl', 'goo.gl', 'share.google', 'g.co'];

/** Places have ids that begin with ChIJ or GhIJ; longer ids of addresses begin with E or I and a small letter. */
const placeId = /^(?:ChIJ|GhIJ|E[a-z]|I[a-z])[A-Za-z0-9_-]{16,250}$/;

/** The review form of a place; no parameter can prefill stars or text. */
export function writeReviewUrl(id: string): string {
  const url = new URL('https://search.google.com/local/writereview');
  url.searchParams.set('placeid', id.toWellFormed());
  return url.href;
}

export const googleReviewAddresses: ReviewAddresses = {
  source: 'google',
  label: 'Google',
  hosts: ['search.google.com', 'g.page', ...new Set(mapsHosts)],
  shortHosts,
  readId: (pasted) => (placeId.test(pasted) ? writeReviewUrl(pasted) : null),
  readUrl(url) {
    if (url.hostname === 'search.google.com')
      return url.pathname === '/local/writereview' ? formOf(url.searchParams.get('placeid')) : null;
    if (url.hostname === 'g.page') {
      const id = /^\/r\/([A-Za-z0-9_-]{6,80})(?:\/(?:review\/?)?)?$/.exec(url.pathname)?.[1];
      return id === undefined ? null : `https://g.page/r/${id}/review`;
    }
    return readMap(url);
  },
};

function formOf(id: string | null): string | null {
  return id !== null && placeId.test(id) ? writeReviewUrl(id) : null;
}

/**
 * An address of the map: it names the place by its id, or by two numbers in its data, of which the id consists. The second is
 * not documented; a capture of ours has both for one place.
 */
function readMap(url: URL): string | null {
  if (!url.pathname.startsWith('/maps')) return null;
  const { searchParams } = url;
  const named = searchParams.get('query_place_id') ?? searchParams.get('q')?.match(/^place_id:(.+)$/)?.[1];
  if (named !== undefined && named !== null) return formOf(named);
  const numbers = /!1s0x([0-9a-f]{1,16})(?::|%3[aA])0x([0-9a-f]{1,16})(?=!|$)/.exec(url.pathname);
  const [, first, second] = numbers ?? [];
  return first === undefined || second === undefined ? null : writeReviewUrl(idOfNumbers(first, second));
}

/** A place id is base64 of a message with two fixed 64-bit numbers. */
function idOfNumbers(first: string, second: string): string {
  const bytes = Buffer.alloc(20);
  bytes.set([0x0a, 0x12, 0x09], 0);
  bytes.writeBigUInt64LE(BigInt(`0x${first}`), 3);
  bytes[11] = 0x11;
  bytes.writeBigUInt64LE(BigInt(`0x${second}`), 12);
  return bytes.toString('base64url');
}
