/** Loads the script of an embed, once per address and page. */

const requested = new Set<string>();

/** Origin of an installation without a trailing slash, so that both forms mean the same. */
export function originOf(host: string): string {
  return host.replace(/\/+$/, '');
}

/**
 * Runs in the browser only. Loading a script again is harmless (the script detects it), so a page may also contain
 * the embed code. Never throws: a widget must not break the page's React tree.
 */
export function loadScript(host: string, code: string): void {
  const address = `${originOf(host)}/e/${encodeURIComponent(code)}.js`;
  if (requested.has(address)) return;
  requested.add(address);
  try {
    const script = document.createElement('script');
    script.async = true;
    // After a failure the next mounted element requests it again.
    script.onerror = () => {
      requested.delete(address);
      script.remove();
    };
    // Throws when the page's Trusted Types forbid script addresses from code.
    script.src = address;
    document.head.append(script);
  } catch {
    requested.delete(address);
  }
}
