/** Request fields that every handler of prepared answers reads the same way. */

/** Codings that `accept-encoding` names and does not forbid with a weight of zero (RFC 9110 section 12.5.3). */
export function acceptedEncodings(header: string): Set<string> {
  const codings = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(codings);
}

/**
 * Whether `if-none-match` names this ETag (given without quotes): weak and strong forms, lists and `*`, as RFC 9110
 * section 13.1.2 compares them for a GET.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === `"${etag}"`)
  );
}
