/** Asks for the script of an embed, once per address and page. */

const requested = new Set<string>();

/** Origin of an installation without a slash at its end, so that both ways of writing it mean the same. */
export function originOf(host: string): string {
  return host.replace(/\/+$/, '');
}

/**
 * Runs in the browser only. Loading again is harmless (the script itself knows that it has run), so a page that also
 * holds the pasted code needs no care. Never throws: a widget must not take the page's own React tree with it.
 */
export function loadScript(host: string, code: string): void {
  const address = `${originOf(host)}/e/${encodeURIComponent(code)}.js`;
  if (requested.has(address)) return;
  requested.add(address);
  try {
    const script = document.createElement('script');
    script.async = true;
    // Without the network it is asked for again by the next element that is mounted.
    script.onerror = () => {
      requested.delete(address);
      script.remove();
    };
    // Throws where the page's Trusted Types allow no address of a script from code.
    script.src = address;
    document.head.append(script);
  } catch {
    requested.delete(address);
  }
}
