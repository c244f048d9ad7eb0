/**
 * The token of an invitation whose link a visitor opened. It is stored for this tab until after the sign-in, whose
 * redirect loses the address.
 */
import { readStored, writeStored } from './storage.ts';

const storageKey = 'invitation';
const storage = () => sessionStorage;

/** The token in the fragment of an invitation's link; null when the link is not complete. */
export function invitationToken(hash: string): string | null {
  const token = hash.replace(/^#/, '');
  return /^[\w-]{43}$/.test(token) ? token : null;
}

export function keepInvitation(token: string): void {
  writeStored(storage, storageKey, token);
}

export function forgetInvitation(): void {
  writeStored(storage, storageKey, null);
}

/** The address of the invitation that waits for the sign-in; null when there is none. */
export function pendingInvitationPath(): string | null {
  const token = invitationToken(readStored(storage, storageKey) ?? '');
  return token === null ? null : `/invitation#${token}`;
}
