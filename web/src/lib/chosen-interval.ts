/**
 * How a visitor of the public pages would like to pay. It is stored until the plan is paid: the sign-up loses the address, and
 * its confirmation link opens another tab.
 */
import type { BillingInterval } from '@kindling/contract/billing';
import { readStored, writeStored } from './storage.ts';

const storageKey = 'interval';
const storage = () => localStorage;

/** The interval that an address or the storage names; null for anything else. */
export function parseInterval(text: string | null): BillingInterval | null {
  return text === 'month' || text === 'year' ? text : null;
}

export function keepInterval(interval: BillingInterval): void {
  writeStored(storage, storageKey, interval);
}

export function forgetInterval(): void {
  writeStored(storage, storageKey, null);
}

export function chosenInterval(): BillingInterval | null {
  return parseInterval(readStored(storage, storageKey));
}
