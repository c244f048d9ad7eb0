/**
 * Says when a caller who stays connected is not signed in any more, whichever process ended the sign-in, shut the user
 * out or deleted the account.
 */
import type { ChangeNotifications } from '../db/change-notifications.ts';
import type { CallContext } from './caller.ts';

export interface SignInWatcher {
  /**
   * Calls `onEnd` when the caller's token does not count any more.
   * @returns what ends the watch
   */
  watch(context: CallContext, onEnd: () => void): () => void;
}

export interface SignInWatcherOptions {
  changes: ChangeNotifications;
  /** The keys of the topic `sign-ins` that concern the caller. */
  keysOf(context: CallContext): readonly string[];
  /** Whether the caller is not signed in any more; must not reject. */
  isSignedOut(context: CallContext): Promise<boolean>;
}

interface WatchEntry {
  context: CallContext;
  keys: readonly string[];
  onEnd(): void;
}

export function createSignInWatcher({
  changes,
  keysOf,
  isSignedOut: isOver,
}: SignInWatcherOptions): SignInWatcher {
  const watched = new Set<WatchEntry>();
  // One after the other, because after a lost connection all of them are asked for.
  const check = async (asked: readonly WatchEntry[]): Promise<void> => {
    for (const one of asked) if (watched.has(one) && (await isOver(one.context))) one.onEnd();
  };
  changes.subscribe('sign-ins', (key) => {
    void check([...watched].filter(({ keys }) => key === null || keys.includes(key)));
  });
  return {
    watch(context, onEnd) {
      const one = { context, keys: keysOf(context), onEnd };
      watched.add(one);
      // What ended after the caller was proved and before this line was told to nobody.
      void check([one]);
      return () => void watched.delete(one);
    },
  };
}
