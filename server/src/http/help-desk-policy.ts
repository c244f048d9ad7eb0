/**
 * Widens a page's policy for the chat of a help desk, and for nothing else: its script, its frame, its pictures and
 * sounds, and the style sheet that the script puts into the page as text. The script writes HTML, so that trusted types
 * stay away.
 */

/** @param url address of the help desk; null leaves the policy as it is. */
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
  // Beside a hash 'unsafe-inline' counts for nothing.
  directives.set('style-src', (directives.get('style-src') ?? '').replaceAll(/'sha256-[^']+'\s*/g, ''));
  return [...directives].map(([name, values]) => `${name} ${values}`.trim()).join('; ');
}
