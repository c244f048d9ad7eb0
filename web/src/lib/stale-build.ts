/**
 * After an update of the server, a page that was open before asks for files that are gone. Loading the page anew
 * brings the new build; once, so that a file that is truly missing does not reload for ever.
 */
const reloadedAtKey = 'kindling.reloadedAt';
const minReloadIntervalMs = 60_000;

let preloading = 0;

/** Loads what may be needed soon. Failures are kept quiet: when it is needed, they are told. */
export async function preload(load: () => Promise<unknown>): Promise<void> {
  preloading += 1;
  try {
    await load();
  } catch {
    return;
  } finally {
    preloading -= 1;
  }
}

export function reloadWhenBuildIsStale(): void {
  addEventListener('vite:preloadError', (event) => {
    // What is only fetched ahead must not take the page away, and without a network there is no newer one.
    if (preloading > 0 || !navigator.onLine || !mayReload()) return;
    event.preventDefault();
    location.reload();
  });
}

/** Without storage nothing is remembered, so nothing is reloaded and the screen's own error shows. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (Date.now() - last < minReloadIntervalMs) return false;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
