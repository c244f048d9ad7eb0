import { readStored, writeStored } from '../../../lib/storage.ts';

/** Whether the list was dismissed on this device. Without storage it comes back after a reload. */
const keyOf = (businessId: string) => `gettingStartedDismissed:${businessId}`;
const storage = () => localStorage;

export function isDismissed(businessId: string): boolean {
  return readStored(storage, keyOf(businessId)) !== null;
}

export function storeDismissed(businessId: string): void {
  writeStored(storage, keyOf(businessId), '1');
}
