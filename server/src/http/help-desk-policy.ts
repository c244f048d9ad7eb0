/**
 * Adds to a page's Content-Security-Policy what the chat of a help desk needs: its script, frame, images, sounds and inline
 * style sheet. Its script writes HTML, so Trusted Types must be off.
 */

/** @param url address of the help desk; null returns the policy unchanged */
export function allowHelpDesk(policy: string, url: string | null): string {
  if (url === null) return policy;
  const { origin } = new URL(url);
  const more: Record<string, string> = {
    'script-src': origin,
    'connect-src': `${origin} ${origin.replace(/^http/, 'ws')}`,
    'frame-src': origin,
    'img-src': origin,
    'media-src': origin,
    'style-src': "'unsafe-inline'",
  };
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/);
      return [name, values.join(' ')];
    }),
  );
  for (const [name, values] of Object.entries(more))
    directives.set(name, `${directives.get(name) ?? ''} ${values}`.trim());
  for (const name of ['require-trusted-types-for', 'trusted-types']) directives.delete(name);
  // Browsers ignore 'unsafe-inline' beside a hash.
  directives.set('style-src', (directives.get('style-src') ?? '').replaceAll(/'sha256-[^']+'\s*/g, ''));
  return [...directives].map(([name, values]) => `${name} ${values}`.trim()).join('; ');
}
