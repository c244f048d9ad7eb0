/** True when a token with this end has less than `marginSeconds` left at `now`; a token without an end never has. */
export function expiresWithin(expiresAt: Date | null, now: Date, marginSeconds: number): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < marginSeconds * 1000;
}

/** The end of a token that lives `seconds` from `now`; null where the platform names no lifetime. */
export function expiryAfter(seconds: number | null | undefined, now: Date): Date | null {
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
}
