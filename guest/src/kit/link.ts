/** The only way an address from outside becomes a link. */

/** The normalised address when it is https without a user name in it, else null. */
export function safeLink(address: string | null): string | null {
  if (address === null) return null;
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}

/** The operator's own address from the configuration: http is allowed too, for an installation on localhost. */
export function ownLink(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
