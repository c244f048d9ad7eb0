/** The mail's own HTML may use its inline style and pictures by address, and nothing that runs. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * A mail's HTML for the frame. Links open outside it, where the linked page may run. `scheme` (dark or light) makes
 * the mail believe that the reader prefers it: a frame cannot be told so otherwise without a script.
 */
export function framedMail(html: string, scheme: string | null): string {
  return `<!doctype html><base target="_blank">${scheme === 'dark' || scheme === 'light' ? forceColorScheme(html, scheme) : html}`;
}

function forceColorScheme(html: string, scheme: 'dark' | 'light'): string {
  const asked = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
  // What is always true, and what never is, in words that any media query takes.
  const answered = html.replace(asked, (_, wanted: string) =>
    wanted.toLowerCase() === scheme ? '(min-width:0px)' : '(max-width:0px)',
  );
  return `<style>:root{color-scheme:${scheme} !important}</style>${answered}`;
}
