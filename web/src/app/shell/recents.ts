/** Recently visited pages for the quick switcher. Stored for this tab, this person and this account only. */
import type { User } from '@kindling/contract/users';
import { readStored, writeStored } from '../../lib/storage.ts';

export interface Recent {
  path: string;
  title: string;
}

/** One more than the switcher shows, because it leaves out the current page. */
const kept = 6;
const storage = () => sessionStorage;
const nameFor = (owner: string) => `recent.${owner}`;

/** Whose pages these are: the person, in the account that they work in. */
export function recentsOwner({ id, account }: Pick<User, 'id' | 'account'>): string {
  return account === null ? id : `${id}.${account.id}`;
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    value.path.startsWith('/') &&
    'title' in value &&
    typeof value.title === 'string'
  );
}

/** The stored list without entries that are not valid. */
export function parseRecents(stored: string | null): Recent[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isRecent).slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** The list with the visited page first. */
export function withRecent(recents: readonly Recent[], visited: Recent): Recent[] {
  return [visited, ...recents.filter(({ path }) => path !== visited.path)].slice(0, kept);
}

export function readRecents(owner: string): Recent[] {
  return parseRecents(readStored(storage, nameFor(owner)));
}

export function recordRecent(owner: string, visited: Recent): void {
  writeStored(storage, nameFor(owner), JSON.stringify(withRecent(readRecents(owner), visited)));
}
