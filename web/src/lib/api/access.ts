/**
 * Where API calls get their bearer from. The token lives in memory only: storage can be read by any script
 * that ever runs on this origin.
 */
export interface TokenSource {
  /** A valid access token; `fresh` passes the cache by. Rejects when the session is over. */
  token(options: { fresh: boolean }): Promise<string>;
}

let source: TokenSource | null = null;
const listeners = new Set<() => void>();

/** Names the source of tokens; `null` while nobody is signed in. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
}

/** The bearer for the next call, or null while nobody is signed in. */
export async function getToken(options: { fresh: boolean }): Promise<string | null> {
  return source === null ? null : source.token(options);
}

export function isSignedIn(): boolean {
  return source !== null;
}

/** Calls back whenever a call was refused although the token had just been renewed. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionEnded(): void {
  for (const listener of listeners) listener();
}
