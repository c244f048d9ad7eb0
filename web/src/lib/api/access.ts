/**
 * The source of the access token for API calls. The token stays in memory: any script that runs on this origin could
 * read storage.
 */
export interface TokenSource {
  /** A valid access token; `fresh` skips the cache. Rejects when the session is over. */
  token(options: { fresh: boolean }): Promise<string>;
}

let source: TokenSource | null = null;
const listeners = new Set<() => void>();

/** Sets the source of tokens; `null` while nobody is signed in. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
}

/** The token for the next call, or null while nobody is signed in. */
export async function getToken(options: { fresh: boolean }): Promise<string | null> {
  return source === null ? null : source.token(options);
}

export function isSignedIn(): boolean {
  return source !== null;
}

/** Calls back when the API refused a call although its token had just been renewed. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionEnded(): void {
  for (const listener of listeners) listener();
}
