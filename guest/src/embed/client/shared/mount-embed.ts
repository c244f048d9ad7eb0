/** Puts an embed into every element that asks for it, and keeps it there while the page moves the element about. */
import type { Enhance } from './enhance.ts';
import { trackClicks } from './events.ts';
import { buildNodes } from './nodes.ts';
import { type PageRegistry, pageRegistry } from './page-registry.ts';
import type { Payload } from './payload.ts';
import { releaseReservedSpace } from './reserved-space.ts';

export function mountEmbed(payload: Payload, behave: Enhance): void {
  try {
    const page = pageRegistry();
    // Readable only while this very script runs for the first time; the one that fills the elements may be another.
    payload.from = (document.currentScript as HTMLScriptElement | null)?.src;
    page.show ||= createMount(page);
    page.show(payload, behave);
  } catch {
    // The page stays as it was: an embed that cannot show itself must not break what it is embedded in.
  }
}

/** What an element shows, by its hash, so that moving it or loading the script again changes nothing; what ends it. */
type MountState = readonly [hash: string, end?: () => void];

function createMount({ watch }: PageRegistry): NonNullable<PageRegistry['show']> {
  const known: Record<string, readonly [Payload, Enhance]> = {};
  const shown = new WeakMap<HTMLElement, MountState>();

  const again = watch((element) => {
    try {
      const [was, end] = shown.get(element) || [''];
      if (!element.isConnected) {
        end?.();
        shown.set(element, [was]);
        return;
      }
      const one = known[element.getAttribute('code') || ''];
      if (!one) return;
      const [payload, behave] = one;
      const { hash } = payload;
      if (was === hash && end) return;
      end?.();
      const { offsetHeight } = element;
      const root = element.shadowRoot || element.attachShadow({ mode: 'open' });
      if (was !== hash) {
        fill(root, payload);
        // With the markup, not with each return of the element: a click counts once.
        trackClicks(root, payload);
      }
      shown.set(element, [hash, behave(root)]);
      const section = root.querySelector<HTMLElement>('.r');
      if (section) releaseReservedSpace(element, section, offsetHeight);
    } catch {
      // See above: silence is the contract.
    }
  });
  return (payload, behave) => {
    known[payload.code] = [payload, behave];
    again();
  };
}

function fill(root: ShadowRoot, { html, css, hash }: Payload): void {
  // The same content may have come with the page, in a template: then it stays, and only gets its behaviour.
  if ((root.firstElementChild as HTMLElement | null)?.dataset.h !== hash) {
    root.textContent = '';
    buildNodes(html, root);
  }
  try {
    // A constructed sheet passes a `style-src` without 'unsafe-inline'; the element is for browsers without it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.appendChild(style);
  }
}
