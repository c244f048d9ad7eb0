import type { IncomingHttpHeaders } from 'node:http';

/**
 * Why a request is refused; null when it is served. A page of another site can reach a program on 127.0.0.1 in two ways:
 * by a host name that resolves there (DNS rebinding), which `Host` shows, or by a cross-origin request, which `Origin`
 * shows.
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
