import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a request is not served; null for one that is meant for this program. A page of another site reaches a program on
 * 127.0.0.1 through a name of its own that it lets point there (DNS rebinding), which `Host` shows, or by a request
 * across origins, which `Origin` shows.
 * @param port where the program listens
 */
export function refusalReason(headers: IncomingHttpHeaders, port: number): string | null {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host?.toLowerCase() ?? ''))
    return `This simulator answers at ${hosts.join(', ')} only.`;
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    return 'This simulator takes no requests from pages of other sites.';
  return null;
}
