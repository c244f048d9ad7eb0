/**
 * The script on other people's pages. Trust rules: it never throws into the page, reads nothing of the page,
 * stores nothing, asks for nothing over the network but what `events.ts` tells of a click, and leaves one trace: a
 * property under a symbol.
 */
import { watchEvents } from './shared/events.ts';
import { watchFolds } from './shared/folds.ts';
import { build } from './shared/nodes.ts';
import type { Payload } from './shared/payload.ts';
import { watchRow } from './shared/row.ts';

/** Put around this script by the server: `(function(kindling){…})(payload)`. */
declare const kindling: Payload;

/** Shared by all our scripts on a page, whatever their age. The number belongs to the shape of `Payload`. */
const key: unique symbol = Symbol.for('kindling.embed.1') as never;
type Page = { [key]?: (payload: Payload) => void };

function start(): (payload: Payload) => void {
  const payloads: Record<string, Payload> = {};
  const elements = new Set<HTMLElement>();
  /** Hash that each element shows, so that moving it or loading the script again changes nothing. */
  const shown = new WeakMap<HTMLElement, string>();

  const fill = (element: HTMLElement): void => {
    try {
      const payload = payloads[element.getAttribute('code') || ''];
      if (!payload || shown.get(element) === payload.hash) return;
      const root = element.shadowRoot || element.attachShadow({ mode: 'open' });
      while (root.firstChild) root.removeChild(root.firstChild);
      root.appendChild(build(payload.html));
      dress(root, payload.css);
      shown.set(element, payload.hash);
      watchFolds(root);
      watchRow(root);
      watchEvents(root, payload);
    } catch {
      // The page stays as it was: an embed that cannot show itself must not break what it is embedded in.
    }
  };

  customElements.define(
    'kindling-reviews',
    class extends HTMLElement {
      // A getter: a static field would bring a helper of the bundler into every page.
      static get observedAttributes(): string[] {
        return ['code'];
      }
      connectedCallback(): void {
        elements.add(this);
        fill(this);
      }
      disconnectedCallback(): void {
        elements.delete(this);
      }
      attributeChangedCallback(): void {
        if (this.isConnected) fill(this);
      }
    },
  );
  return (payload) => {
    payloads[payload.code] = payload;
    elements.forEach(fill);
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
  const page = window as Page;
  // Readable only while this very script runs for the first time; the one that fills the elements may be another.
  kindling.from = (document.currentScript as HTMLScriptElement | null)?.src;
  if (!page[key]) Object.defineProperty(page, key, { value: start() });
  page[key]?.(kindling);
} catch {
  // See above: silence is the contract.
}
