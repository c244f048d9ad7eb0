/** Finds the accounts of requests that failed, within a bound, because a flood of errors must not become one of queries. */
import type { Credentials } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';

/** The account that a request concerns; null for a caller who is not its member. Rejects for one who is nobody. */
export type FindAccount = (credentials: Credentials) => Promise<string | null>;

const maxAtOnce = 4;
const maxPerMinute = 60;
const minuteMs = 60_000;
/** A database that does not answer must not hold up what is recorded. */
const waitMs = 2_000;

interface AccountLookup {
  findWith(find: FindAccount): void;
  /** Calls `found` later, unless nobody is signed in, or too many requests were looked up lately. */
  find(credentials: Credentials, found: (accountId: string | null) => void): void;
  /** The same at once; null also when it takes too long. Never rejects. */
  findNow(credentials: Credentials): Promise<string | null>;
  /** Resolves when the running lookups have ended or have taken too long. */
  settled(): Promise<void>;
}

export function createAccountLookup(): AccountLookup {
  let findAccount: FindAccount | null = null;
  const running = new Set<Promise<void>>();
  let minute = 0;
  let used = 0;

  function mayLookUp(): boolean {
    const now = Math.floor(Date.now() / minuteMs);
    if (now !== minute) [minute, used] = [now, running.size];
    if (running.size >= maxAtOnce || used >= maxPerMinute) return false;
    used += 1;
    return true;
  }

  /** Null when nobody is signed in, or too many requests were looked up lately. The promise rejects for a forged token. */
  function start(credentials: Credentials): Promise<string | null> | null {
    if (findAccount === null || credentials.authorization === undefined || !mayLookUp()) return null;
    const lookup = findAccount(credentials);
    const ended: Promise<void> = lookup
      .then(
        () => {},
        (error) => {
          // A forged token is refused before anything is queried, so forged ones do not use up the look-ups of others.
          if (error instanceof AppError && error.code === 'unauthenticated') used -= 1;
        },
      )
      .finally(() => running.delete(ended));
    running.add(ended);
    return lookup;
  }

  return {
    findWith(find) {
      findAccount = find;
    },
    find(credentials, found) {
      start(credentials)?.then(found, () => {});
    },
    async findNow(credentials) {
      const found = start(credentials)?.catch(() => null) ?? null;
      return found === null ? null : withinWait(found, null);
    },
    async settled() {
      if (running.size > 0) await withinWait(Promise.all(running), null);
    },
  };
}

async function withinWait<T, U>(work: Promise<T>, late: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<U>((resolve) => {
    timer = setTimeout(resolve, waitMs, late);
  });
  const first = await Promise.race([work, waited]);
  clearTimeout(timer);
  return first;
}
