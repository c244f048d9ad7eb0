/** Milliseconds after which the browser has read the bytes for sure. */
const keptMs = 60_000;

/** Lets the browser save bytes under a name. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
