/**
 * Says when a caller who stays connected is not signed in any more, whichever process ended the sign-in, shut the user
 * out or deleted the account.
 */
import type { Changes } from '../db/changes.ts';
import type { CallContext } from './caller.ts';

export interface SignInWatch {
  /**
   * Calls `onEnd` when the caller's token does not count any more.
   * @returns what ends the watch
   */
  watch(context: CallContext, onEnd: () => void): () => void;
}

export interface SignInWatchOptions {
  changes: Changes;
  /** The keys of the topic `sign-ins` that concern the caller. */
  keysOf(context: CallContext): readonly string[];
  /** Whether the caller is not signed in any more; must not reject. */
  isOver(context: CallContext): Promise<boolean>;
}

interface Watched {
  context: CallContext;
  keys: readonly string[];
  onEnd(): void;
}

export function createSignInWatch({ changes, keysOf, isOver }: SignInWatchOptions): SignInWatch {
  const watched = new Set<Watched>();
  // One after the other, because after a lost connection all of them are asked for.
  const check = async (asked: readonly Watched[]): Promise<void> => {
    for (const one of asked) if (watched.has(one) && (await isOver(one.context))) one.onEnd();
  };
  changes.on('sign-ins', (key) => {
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
