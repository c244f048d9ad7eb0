/**
 * True when a token that ends at this time has less than `marginSeconds` left at `now`; never for a token without an
 * end.
 */
export function expiresWithin(expiresAt: Date | null, now: Date, marginSeconds: number): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < marginSeconds * 1000;
}

/** The time at which a token that lives `seconds` from `now` ends; null where the platform names no lifetime. */
export function expiryAfter(seconds: number | null | undefined, now: Date): Date | null {
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
}
