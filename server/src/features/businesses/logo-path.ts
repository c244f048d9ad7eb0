/** Path of a logo on our own host. */
export function logoPath(hash: string): string {
  return `/l/${hash}`;
}
