/** Leaves the app for an address of another site; tests replace it. */
export function leaveTo(address: string): void {
  location.assign(address);
}
