/** Which notices somebody has closed on this device. */
import type { ShownNotice } from '@kindling/contract/maintenance';
import { readStored, writeStored } from '../../lib/storage.ts';

const storageKey = 'closedNotices';
const storage = () => localStorage;
/** More than can be open at once; the oldest are forgotten. */
const maxKept = 40;

const nameOf = ({ id, version }: ShownNotice) => `${id}:${version}`;

/** The stored names of closed notices: a change of a notice gives it another name, so that it is shown again. */
export function readClosed(): readonly string[] {
  return readStored(storage, storageKey)?.split(' ') ?? [];
}

export function isClosed(closed: readonly string[], notice: ShownNotice): boolean {
  return notice.tone === 'info' && closed.includes(nameOf(notice));
}

/** @returns the names with this one */
export function close(closed: readonly string[], notice: ShownNotice): readonly string[] {
  const next = [...closed.filter((name) => name !== nameOf(notice)), nameOf(notice)].slice(-maxKept);
  writeStored(storage, storageKey, next.join(' '));
  return next;
}
