/** Parsers of request headers that handlers of public responses share. */
import type { IncomingHttpHeaders } from 'node:http';

/** The content codings that `accept-encoding` lists without a weight of zero (RFC 9110, section 12.5.3). */
export function acceptedEncodings(header: string): Set<string> {
  const codings = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(codings);
}

/**
 * Whether `if-none-match` contains this ETag (given without quotes). It understands weak and strong forms, lists and `*`,
 * and compares as RFC 9110, section 13.1.2 requires for a GET.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === `"${etag}"`)
  );
}

/** Whether the browser loads something for a page that the visitor may never open. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return /prefetch|preview/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);
}
