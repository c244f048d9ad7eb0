/** The only way that a foreign address becomes a link. */

/** The normalized address when it is https without credentials, else null. */
export function safeLink(address: string | null): string | null {
  if (address === null) return null;
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}

/** The operator's address from the configuration; http is allowed for an installation on localhost. */
export function ownLink(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
