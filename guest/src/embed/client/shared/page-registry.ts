/**
 * State that our scripts on one page share, whichever loads first: the custom element, and its listeners. It is our
 * only trace on the page: a property under a symbol.
 */
import type { Behavior } from './enhance.ts';
import type { Payload } from './payload.ts';

type Listener = (element: HTMLElement) => void;
export type PageRegistry = {
  /**
   * Calls the listener for each element that is on the page, is added, is removed (`isConnected` tells) or changes
   * its code. Returns a function that calls it again for all elements.
   */
  readonly watch: (watch: Listener) => () => void;
  /**
   * Set by the first script with an embed. Each script brings the behavior of its own layout: the first one on a page
   * may have less.
   */
  show?: (payload: Payload, behave: Behavior) => void;
  /** Codes that the loader has requested. */
  asked?: Set<string>;
  /** Codes whose clicks the page hears of. */
  telling?: Set<string>;
  /** Codes of toasts that the visitor has closed. */
  closed?: Set<string>;
};

/** The number is the version of `PageRegistry` and `Payload`: scripts of different builds meet here. */
const key: unique symbol = Symbol.for('kindling.embed.3') as never;
type Page = { [key]?: PageRegistry };

export function pageRegistry(): PageRegistry {
  const page = window as Page;
  page[key] ||= { watch: defineElement() };
  return page[key];
}

function defineElement(): PageRegistry['watch'] {
  const elements = new Set<HTMLElement>();
  const watches: Listener[] = [];
  const notify = (element: HTMLElement): void => {
    for (const watch of watches) watch(element);
  };
  customElements.define(
    'kindling-reviews',
    class extends HTMLElement {
      // A getter, because a static field would add a helper of the bundler to every page.
      static get observedAttributes(): string[] {
        return ['code'];
      }
      connectedCallback(): void {
        elements.add(this);
        notify(this);
      }
      disconnectedCallback(): void {
        elements.delete(this);
        notify(this);
      }
      attributeChangedCallback(): void {
        notify(this);
      }
    },
  );
  return (watch) => {
    const again = (): void => elements.forEach(watch);
    watches.push(watch);
    again();
    return again;
  };
}
