/** The current page, for the window's title, the top bar and screen readers. */
import { useEffect, useSyncExternalStore } from 'react';
import { useConfig } from './auth/session.tsx';

export interface CurrentPage {
  title: string;
  /** Whether its heading is visible. */
  headingSeen: boolean;
}

let current: CurrentPage = { title: '', headingSeen: true };
const listeners = new Set<() => void>();

function update(next: Partial<CurrentPage>): void {
  current = { ...current, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useCurrentPage(): CurrentPage {
  return useSyncExternalStore(subscribe, () => current);
}

/** `<Page> | <brand> - <tagline>`. */
export function pageTitle(page: string, brand: { name: string; tagline: string }): string {
  return `${page} | ${brand.name} - ${brand.tagline}`;
}

export function usePageTitle(page: string): void {
  const { brand } = useConfig();
  useEffect(() => {
    document.title = pageTitle(page, brand);
    update({ title: page });
  }, [page, brand]);
}

/**
 * Makes the `ref` for a page's heading. It reports when the heading scrolls out of the window under a bar `covered`
 * px high, and when it comes back.
 */
export function watchHeading(covered: number): (heading: HTMLElement | null) => () => void {
  return (heading) => {
    const observer = new IntersectionObserver(
      ([entry]) => update({ headingSeen: entry?.isIntersecting ?? true }),
      { rootMargin: `-${covered}px 0px 0px 0px` },
    );
    if (heading !== null) observer.observe(heading);
    return () => {
      observer.disconnect();
      update({ headingSeen: true });
    };
  };
}
