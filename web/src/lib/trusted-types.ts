/**
 * What the page's policy (`require-trusted-types-for 'script'`) lets through. Browsers without trusted types do without.
 */

/** Style sheets of the component library are set as HTML of their elements; a text without `<` cannot make an element. */
function createHTML(text: string): string {
  if (text.includes('<')) throw new TypeError('HTML must come from a policy of its own.');
  return text;
}

/** The worker of the identity library. */
function createScriptURL(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && pathname.startsWith('/assets/')) return address;
  throw new TypeError('Scripts come from the build alone.');
}

/** Judges texts that code of others sets. Called once, before anything is shown. */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', { createHTML, createScriptURL });
}
