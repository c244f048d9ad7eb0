/** Shows an embed in every element with its code, and keeps it there while the page moves the element. */
import type { Behavior } from './enhance.ts';
import { trackClicks } from './events.ts';
import { buildNodes } from './nodes.ts';
import { type PageRegistry, pageRegistry } from './page-registry.ts';
import type { Payload } from './payload.ts';
import { releaseReservedSpace } from './reserved-space.ts';

export function showEmbed(payload: Payload, behave: Behavior): void {
  try {
    const page = pageRegistry();
    // `currentScript` is set only during the first run of this script; the script that fills the elements may be
    // another one.
    payload.from = (document.currentScript as HTMLScriptElement | null)?.src;
    page.show ||= createShow(page);
    page.show(payload, behave);
  } catch {
    // An embed that fails must not break the page.
  }
}

/**
 * The content of an element by its hash, so that a move or a second load of the script changes nothing; and its
 * cleanup function.
 */
type ShowState = readonly [hash: string, end?: () => void];

function createShow({ watch }: PageRegistry): NonNullable<PageRegistry['show']> {
  const known: Record<string, readonly [Payload, Behavior]> = {};
  const shown = new WeakMap<HTMLElement, ShowState>();

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
        // Once per markup and not at each move of the element, so that a click counts once.
        trackClicks(root, payload);
      }
      shown.set(element, [hash, behave(root)]);
      const section = root.querySelector<HTMLElement>(`.${classNames.embed}`);
      if (section) releaseReservedSpace(element, section, offsetHeight);
    } catch {
      // As above.
    }
  });
  return (payload, behave) => {
    known[payload.code] = [payload, behave];
    again();
  };
}

function fill(root: ShadowRoot, { markup, css, hash }: Payload): void {
  // The page may contain the same content in a template: then it stays, and only gets the behavior.
  if ((root.firstElementChild as HTMLElement | null)?.dataset.h !== hash) {
    root.textContent = '';
    buildNodes(markup, root);
  }
  // A constructed sheet is allowed by a `style-src` without 'unsafe-inline'.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}
