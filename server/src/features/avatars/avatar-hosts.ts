/** Hosts of a platform's pictures: these names and their subdomains. */
export interface AvatarHosts {
  names: readonly string[];
  /** Base URL of a simulator that serves the same paths; null for the internet. */
  at: string | null;
}

/** The URL to download a stored picture address from; null for a host of no platform, and for anything but plain https. */
export function resolveDownload(
  photoUrl: string,
  hosts: readonly AvatarHosts[],
): { url: string; simulated: boolean } | null {
  if (!URL.canParse(photoUrl)) return null;
  const { protocol, hostname, port, username, password, href, pathname, search } = new URL(photoUrl);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null;
  const platform = hosts.find(({ names }) =>
    names.some((name) => hostname === name || hostname.endsWith(`.${name}`)),
  );
  if (platform === undefined) return null;
  if (platform.at === null) return { url: href, simulated: false };
  // Concatenated as text: resolving a path that begins with two slashes would lead to another host.
  return { url: `${platform.at.replace(/\/$/, '')}${pathname}${search}`, simulated: true };
}
