/**
 * Tells our server about the first error of this script. The server removes what must not be stored; nothing that is typed
 * is read here. Widgets on other people's pages report nothing.
 */
const script = (document.currentScript as HTMLScriptElement | null)?.src.split('/').pop();

export function startErrorReports(): void {
  let sent = false;
  const report = (error: unknown, words?: string): void => {
    if (sent) return;
    sent = true;
    const { message = words ?? String(error), stack = null } = error instanceof Error ? error : {};
    const cut = (text: string, length: number) => text.slice(0, length);
    void fetch('/api/v1/error-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message: cut(message, 500) || 'Error',
        stack: stack && cut(stack, 8000),
        route: cut(location.pathname, 300),
        requestId: null,
        origin: 'page',
        release: script || null,
      }),
      keepalive: true,
    }).catch(() => {});
  };
  addEventListener('error', ({ error, message }) => report(error, message));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
