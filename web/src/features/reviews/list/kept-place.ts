/** The place of the list that was open when this tab was reloaded: the pages before it, and how far it was scrolled. */
import type { User } from '@kindling/contract/users';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { emptyChain, type PageChain, withPage } from './page-chain.ts';

/** What a list remembers while it is not on the screen. */
export interface ListMemory {
  chain: PageChain;
  /** Pixels. */
  offset: number;
}

/** A list that is scrolled farther begins at its top. */
const keptPages = 40;
const storedName = 'reviewListPlace';
const storage = () => sessionStorage;

/** Whose list it is, and which one: cursors say nothing in another list or account. */
export function ownerOf(user: Pick<User, 'id' | 'account'> | null, list: string): string {
  return JSON.stringify([user?.id, user?.account?.id, list]);
}

export function keepPlace(owner: string, { chain, offset }: ListMemory): void {
  const pages = chain.sizes.map((size, index) => ({ size, next: chain.cursors[index + 1] ?? null }));
  const isKept = offset > 0 && pages.length <= keptPages;
  writeStored(storage, storedName, isKept ? JSON.stringify({ owner, offset, pages }) : null);
}

export function forgetPlace(): void {
  writeStored(storage, storedName, null);
}

/** Undefined for another list, and for what is not valid. */
export function findPlace(owner: string): ListMemory | undefined {
  try {
    return parsePlace(JSON.parse(readStored(storage, storedName) ?? 'null'), owner);
  } catch {
    return undefined;
  }
}

function parsePlace(value: unknown, owner: string): ListMemory | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('owner' in value) || value.owner !== owner) return undefined;
  if (!('offset' in value) || typeof value.offset !== 'number') return undefined;
  if (!('pages' in value) || !Array.isArray(value.pages) || !value.pages.every(isPage)) return undefined;
  const chain = value.pages.reduce(
    (known, { size, next }, index) => withPage(known, index, size, next),
    emptyChain,
  );
  return { chain, offset: value.offset };
}

function isPage(value: unknown): value is { size: number; next: string | null } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'size' in value &&
    Number.isSafeInteger(value.size) &&
    'next' in value &&
    (value.next === null || typeof value.next === 'string')
  );
}
