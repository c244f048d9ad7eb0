/** Small things that this device remembers. Where storage is forbidden or full, nothing is kept and nothing fails. */

/** What is kept under a name; null when there is nothing, or storage is forbidden. */
export function readStored(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it when it is null. False when storage is forbidden or full. */
export function writeStored(storage: () => Storage, name: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
