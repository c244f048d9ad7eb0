/**
 * What somebody types as a website, as the API takes it: `bakery.example/shop` becomes `https://bakery.example/shop`.
 * Null for nothing typed. @throws RangeError when it is no address of a website.
 */
export function readWebsite(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!web || !/^([\w-]+\.)+[a-z][\w-]+$/i.test(url.hostname) || url.href.length > 200)
    throw new RangeError('Not an address of a website.');
  return url.pathname === '/' && url.search === '' ? url.origin : url.href;
}

/** As `readWebsite`, but undefined for what is no address, for forms that tell it beside the field. */
export function tryWebsite(typed: string): string | null | undefined {
  try {
    return readWebsite(typed);
  } catch {
    return undefined;
  }
}
