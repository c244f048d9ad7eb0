/** Small values in storage. When storage is forbidden or full, nothing is stored and nothing throws. */

let off = false;

/** Stores and reads nothing from now on, as where storage is forbidden. */
export function turnStorageOff(): void {
  off = true;
}

/** The stored value; null when there is none, or storage is forbidden. */
export function readStored(storage: () => Storage, name: string): string | null {
  if (off) return null;
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it when it is null. False when storage is forbidden or full. */
export function writeStored(storage: () => Storage, name: string, value: string | null): boolean {
  if (off) return false;
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
