/** Whether the list was dismissed on this device. Without storage it comes back after a reload. */
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
