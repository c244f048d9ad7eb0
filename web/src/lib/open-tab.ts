/** A tab that was opened while the person clicked, and gets its address later. */
export interface OpenedTab {
  goTo(address: string): void;
  close(): void;
}

/**
 * Opens an empty tab at once, because browsers block tabs that open after an answer has arrived.
 * @returns null when the browser blocks it anyway
 */
export function openTab(): OpenedTab | null {
  const tab = window.open('about:blank', '_blank');
  if (tab === null) return null;
  // The other site must not reach this page.
  tab.opener = null;
  return {
    goTo: (address) => tab.location.replace(address),
    close: () => tab.close(),
  };
}
