/** Whether the list was put away, on this device. Where nothing may be stored it comes back with a reload. */
const keyOf = (businessId: string) => `gettingStartedDismissed:${businessId}`;

export function isDismissed(businessId: string): boolean {
  try {
    return localStorage.getItem(keyOf(businessId)) !== null;
  } catch {
    return false;
  }
}

export function storeDismissed(businessId: string): void {
  try {
    localStorage.setItem(keyOf(businessId), '1');
  } catch {
    // The state of the screen is enough until then.
  }
}
