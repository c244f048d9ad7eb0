/** What the page's policy (`require-trusted-types-for 'script'`) allows. Browsers without Trusted Types skip it. */

/** The component library sets style sheets as HTML; a text without `<` cannot create an element. */
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

/** Checks texts that libraries assign to HTML and script sinks. Call once, before the first rendering. */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', { createHTML, createScriptURL });
}
