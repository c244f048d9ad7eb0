/**
 * The account that the calls of this tab concern. Each tab keeps its own choice; a new tab starts with the account that
 * was chosen last in any tab.
 */
import { readStored, writeStored } from '../storage.ts';

/** Parameter of an app address that chooses the account for the tab, for example in the links of mails. */
export const accountParameter = 'account';

const storageKey = 'account';
const tab = () => sessionStorage;
const device = () => localStorage;

/** An id that can be sent as a header; null for anything else. */
export function parseAccountId(value: string | null): string | null {
  return value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : null;
}

let current: string | null = parseAccountId(readStored(tab, storageKey) ?? readStored(device, storageKey));

export function currentAccount(): string | null {
  return current;
}

/** Sets the account of this tab; null for a person who belongs to none. */
export function setCurrentAccount(id: string | null): void {
  current = id;
  writeStored(tab, storageKey, id);
}

/**
 * Loads the app again with another account, so that nothing of this one stays in memory. The address carries the choice,
 * because a browser may forbid storage.
 */
export function openAccount(id: string): void {
  writeStored(device, storageKey, id);
  location.assign(`/dashboard?${new URLSearchParams({ [accountParameter]: id })}`);
}
