/** Hosts of a platform's pictures: these names and all below them. */
export interface AvatarHosts {
  names: readonly string[];
  /** Where they are reached; null for the internet. A stand-in serves the same paths at its own address. */
  at: string | null;
}

/** What a stored address is fetched from; null for a host that is no platform's, or anything but plain https. */
export function resolveDownload(
  photoUrl: string,
  hosts: readonly AvatarHosts[],
): { url: string; standIn: boolean } | null {
  if (!URL.canParse(photoUrl)) return null;
  const { protocol, hostname, port, username, password, href, pathname, search } = new URL(photoUrl);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null;
  const platform = hosts.find(({ names }) =>
    names.some((name) => hostname === name || hostname.endsWith(`.${name}`)),
  );
  if (platform === undefined) return null;
  if (platform.at === null) return { url: href, standIn: false };
  // Put together as text: resolving a path that begins with two slashes would leave the stand-in.
  return { url: `${platform.at.replace(/\/$/, '')}${pathname}${search}`, standIn: true };
}
