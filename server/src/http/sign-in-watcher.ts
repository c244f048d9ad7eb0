/**
 * Detects that a connected caller is no longer signed in as they were, whichever process ended the session, blocked the
 * user, changed what they may do or see, or deleted the account.
 */
import type { ChangeNotifications } from '../db/change-notifications.ts';
import type { CallContext } from './caller.ts';

export interface SignInWatcher {
  /**
   * Calls `onEnd` when the caller's token is no longer valid, or their role or locations have changed.
   * @returns a function that ends the watch
   */
  watch(context: CallContext, onEnd: () => void): () => void;
}

export interface SignInWatcherOptions {
  changes: ChangeNotifications;
  /** The keys of the topic `sign-ins` that concern the caller. */
  keysOf(context: CallContext): readonly string[];
  /** Whether the caller is no longer signed in with the same role and locations; must not reject. */
  isSignedOut(context: CallContext): Promise<boolean>;
}

interface WatchEntry {
  context: CallContext;
  keys: readonly string[];
  onEnd(): void;
}

export function createSignInWatcher({ changes, keysOf, isSignedOut }: SignInWatcherOptions): SignInWatcher {
  const watched = new Set<WatchEntry>();
  // One after another, because after a lost database connection all entries are checked.
  const check = async (asked: readonly WatchEntry[]): Promise<void> => {
    for (const one of asked) if (watched.has(one) && (await isSignedOut(one.context))) one.onEnd();
  };
  changes.subscribe('sign-ins', (key) => {
    void check([...watched].filter(({ keys }) => key === null || keys.includes(key)));
  });
  return {
    watch(context, onEnd) {
      const one = { context, keys: keysOf(context), onEnd };
      watched.add(one);
      // The session may have ended after the caller was authenticated and before this watch started.
      void check([one]);
      return () => void watched.delete(one);
    },
  };
}
