/**
 * A toast: a card in a corner of the window that arrives once the page is there. A visitor who closes it sees it no more until the
 * page is loaded again, which the page remembers and nothing stores.
 */
import type { Behavior } from './enhance.ts';
import { pageRegistry } from './page-registry.ts';

/** Milliseconds. */
const arrivesAfter = 1500;

/** @param start of what moves in it, when it arrives; at once where there is no toast */
export function watchToast(root: ParentNode, start: Behavior): () => void {
  const toast = root.querySelector<HTMLElement>(`.${classNames.toast}`);
  if (!toast) return start(root);
  const code = (root as ShadowRoot).host?.getAttribute('code');
  let end: (() => void) | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    end?.();
    end = undefined;
  };
  const arrive = (): void => {
    toast.hidden = false;
    end = start(root);
  };
  const close = (): void => {
    stop();
    toast.hidden = true;
    // Samples on our own pages have no code and come back with their next look.
    if (code) closedOnPage().add(code);
  };
  const isWanted = toast.querySelector('article') && !(code && closedOnPage().has(code));
  const timer = isWanted ? setTimeout(arrive, toast.hidden ? arrivesAfter : 0) : undefined;
  const button = toast.querySelector<HTMLElement>(`.${classNames.toastClose}`);
  if (button) button.onclick = close;
  toast.onkeydown = ({ key }) => {
    if (key === 'Escape') close();
  };
  return stop;
}

/** The codes of toasts that were closed on this page; an element may be made anew meanwhile. */
export function closedOnPage(): Set<string> {
  const page = pageRegistry();
  page.closed ||= new Set();
  return page.closed;
}
