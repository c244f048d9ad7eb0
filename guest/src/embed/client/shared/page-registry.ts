/**
 * What our scripts on one page share, whichever of them comes first: the element's definition, and who wants to know of
 * elements. It is the one trace on the page: a property under a symbol.
 */
import type { Enhance } from './enhance.ts';
import type { Payload } from './payload.ts';

type ElementListener = (element: HTMLElement) => void;
export type PageRegistry = {
  /**
   * Tells of each element that is on the page, comes to it, leaves it (`isConnected` says so) or changes its code.
   * Returned: tell of all that are there again.
   */
  readonly watch: (watch: ElementListener) => () => void;
  /**
   * Set by the first script that carries an embed. Each script brings what its own layout does: the first one on a
   * page may be of a kind that knows less.
   */
  show?: (payload: Payload, behave: Enhance) => void;
  /** Codes that the loader asked for. */
  asked?: Set<string>;
};

/** The number belongs to the shapes of `Shared` and `Payload`: scripts of different age meet here. */
const key: unique symbol = Symbol.for('kindling.embed.2') as never;
type Page = { [key]?: PageRegistry };

export function pageRegistry(): PageRegistry {
  const page = window as Page;
  page[key] ||= { watch: defineElement() };
  return page[key];
}

function defineElement(): PageRegistry['watch'] {
  const elements = new Set<HTMLElement>();
  const watches: ElementListener[] = [];
  const notify = (element: HTMLElement): void => {
    for (const watch of watches) watch(element);
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
