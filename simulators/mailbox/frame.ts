/** The HTML of a mail may use inline styles and pictures, and no scripts. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * A mail's HTML for the frame. Links open outside it, where the linked page may run scripts. `scheme` (dark or light)
 * sets what the mail's media queries match: without a script there is no other way to set it for a frame.
 */
export function framedMail(html: string, scheme: string | null): string {
  return `<!doctype html><base target="_blank">${scheme === 'dark' || scheme === 'light' ? forceColorScheme(html, scheme) : html}`;
}

function forceColorScheme(html: string, scheme: 'dark' | 'light'): string {
  const asked = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
  // A condition that is always true, and one that is never true.
  const answered = html.replace(asked, (_, wanted: string) =>
    wanted.toLowerCase() === scheme ? '(min-width:0px)' : '(max-width:0px)',
  );
  return `<style>:root{color-scheme:${scheme} !important}</style>${answered}`;
}
