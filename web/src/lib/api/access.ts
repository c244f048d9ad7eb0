import { accountHeader, actingHeader } from '@kindling/contract/constants';
import { currentActing } from './acting.ts';
import { currentAccount } from './current-account.ts';

/**
 * The source of the access token for API calls. The token stays in memory: any script that runs on this origin could
 * read storage.
 */
export interface TokenSource {
  /** A valid access token; `fresh` skips the cache. Rejects when the session is over. */
  token(options: { fresh: boolean }): Promise<string>;
}

let source: TokenSource | null = null;
const sessionListeners = new Set<() => void>();
const rightsListeners = new Set<() => void>();
const readOnlyListeners = new Set<() => void>();

/** Sets the source of tokens; `null` while nobody is signed in. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
}

/** The token for the next call, or null while nobody is signed in. */
async function getToken(options: { fresh: boolean }): Promise<string | null> {
  return source === null ? null : source.token(options);
}

/** The headers of the next call that say who calls and for which account; none while nobody is signed in. */
export async function callerHeaders(options: { fresh: boolean }): Promise<Record<string, string>> {
  const token = await getToken(options);
  if (token === null) return {};
  const account = currentAccount();
  const acting = currentActing();
  return {
    authorization: `Bearer ${token}`,
    ...(account === null ? {} : { [accountHeader]: account }),
    ...(acting === null ? {} : { [actingHeader]: acting }),
  };
}

export function isSignedIn(): boolean {
  return source !== null;
}

/** Calls back when the API refused a call although its token had just been renewed. */
export function onSessionEnded(listener: () => void): () => void {
  sessionListeners.add(listener);
  return () => sessionListeners.delete(listener);
}

export function reportSessionEnded(): void {
  for (const listener of sessionListeners) listener();
}

/** Calls back when the API refused a call because of the person's role, limits or membership. */
export function onRightsRefused(listener: () => void): () => void {
  rightsListeners.add(listener);
  return () => rightsListeners.delete(listener);
}

export function reportRightsRefused(): void {
  for (const listener of rightsListeners) listener();
}

/** Calls back when the API refused a change because the installation is being upgraded. */
export function onReadOnly(listener: () => void): () => void {
  readOnlyListeners.add(listener);
  return () => readOnlyListeners.delete(listener);
}

export function reportReadOnly(): void {
  for (const listener of readOnlyListeners) listener();
}
