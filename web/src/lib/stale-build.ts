/**
 * After an update of the server, a page that was open before asks for files that are gone. Loading the page anew
 * brings the new build; once, so that a file that is truly missing does not reload for ever.
 */
const mark = 'kindling.reloadedAt';
const pauseMs = 60_000;

export function reloadWhenBuildIsStale(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return;
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
