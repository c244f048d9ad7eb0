/**
 * After an update of the server, an open page requests files that no longer exist. A reload loads the new build. It
 * happens once, so that a file that is truly missing does not cause endless reloads.
 */
const reloadedAtKey = 'kindling.reloadedAt';
const minReloadIntervalMs = 60_000;

let preloading = 0;

/** Loads what may be needed soon. Ignores failures: the real use reports them. */
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
    // Preloading must not reload the page, and without a network there is no newer build.
    if (preloading > 0 || !navigator.onLine || !mayReload()) return;
    event.preventDefault();
    location.reload();
  });
}

/** Without storage there is no record of a reload, so the page does not reload and the screen shows its error. */
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
