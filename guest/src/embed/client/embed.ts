/**
 * The script on other people's pages. Trust rules: it never throws into the page, reads nothing of the page but its
 * host's name, stores nothing, asks for nothing over the network but what `events.ts` tells of a click, and leaves one
 * trace: a property under a symbol.
 */
import { watchEvents } from './shared/events.ts';
import { watchFolds } from './shared/folds.ts';
import { build } from './shared/nodes.ts';
import { type Shared, shared } from './shared/page.ts';
import type { Payload } from './shared/payload.ts';
import { watchRow } from './shared/row.ts';
import { isAllowedSite } from './shared/sites.ts';

/** Put around this script by the server: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

function start({ watch }: Shared): (payload: Payload) => void {
  const payloads: Record<string, Payload> = {};
  /** Hash that each element shows, so that moving it or loading the script again changes nothing. */
  const shown = new WeakMap<HTMLElement, string>();

  const again = watch((element) => {
    try {
      const payload = payloads[element.getAttribute('code') || ''];
      if (!payload || shown.get(element) === payload.hash) return;
      if (!isAllowedSite(location.hostname, payload.sites)) return;
      const root = element.shadowRoot || element.attachShadow({ mode: 'open' });
      // The same content may have come with the page, in a template: then it stays, and only gets its behaviour.
      if (root.querySelector('style')?.dataset.h !== payload.hash) {
        while (root.firstChild) root.removeChild(root.firstChild);
        root.appendChild(build(payload.html));
      }
      dress(root, payload.css);
      shown.set(element, payload.hash);
      watchFolds(root);
      watchRow(root);
      watchEvents(root, payload);
    } catch {
      // The page stays as it was: an embed that cannot show itself must not break what it is embedded in.
    }
  });
  return (payload) => {
    payloads[payload.code] = payload;
    again();
  };
}

/** A constructed sheet passes a `style-src` without 'unsafe-inline'; the element is for browsers without it. */
function dress(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.appendChild(style);
  }
}

try {
  const page = shared();
  // Readable only while this very script runs for the first time; the one that fills the elements may be another.
  kindling.from = (document.currentScript as HTMLScriptElement | null)?.src;
  page.show ||= start(page);
  page.show(kindling);
} catch {
  // See above: silence is the contract.
}
