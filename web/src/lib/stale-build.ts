/**
 * After an update of the server, a page that was open before asks for files that are gone. Loading the page anew
 * brings the new build; once, so that a file that is truly missing does not reload for ever.
 */
const mark = 'kindling.reloadedAt';
const pauseMs = 60_000;

let ahead = 0;

/** Loads what may be needed soon. Failures are kept quiet: when it is needed, they are told. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  ahead += 1;
  try {
    await load();
  } catch {
    return;
  } finally {
    ahead -= 1;
  }
}

export function reloadWhenBuildIsStale(): void {
  addEventListener('vite:preloadError', (event) => {
    // What is only fetched ahead must not take the page away, and without a network there is no newer one.
    if (ahead > 0 || !navigator.onLine || !mayReload()) return;
    event.preventDefault();
    location.reload();
  });
}

/** Without storage nothing is remembered, so nothing is reloaded and the screen's own error shows. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(mark) ?? 0);
    if (Date.now() - last < pauseMs) return false;
    sessionStorage.setItem(mark, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
