/** The bulk actions whose outcome was read in this browser, so that it is not shown again after a reload. */
import { readStored, writeStored } from '../../../lib/storage.ts';

const storedName = 'readBulkOutcomes';
/** More than an account can end in the minutes for which they are listed. */
const keptOutcomes = 50;

export function readOutcomes(): string[] {
  return readStored(() => localStorage, storedName)?.split(' ') ?? [];
}

/** @returns all of them */
export function noteReadOutcome(id: string): string[] {
  const ids = [...readOutcomes().filter((known) => known !== id), id].slice(-keptOutcomes);
  writeStored(() => localStorage, storedName, ids.join(' '));
  return ids;
}
