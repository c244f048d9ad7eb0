/** Small values in storage. When storage is forbidden or full, nothing is stored and nothing throws. */

/** The stored value; null when there is none, or storage is forbidden. */
export function readStored(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it when it is null. False when storage is forbidden or full. */
export function writeStored(storage: () => Storage, name: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
