import { useEffect } from 'react';
import { useConfig } from './auth/session.tsx';

/** `<Page> | <brand> - <tagline>`. */
export function pageTitle(page: string, brand: { name: string; tagline: string }): string {
  return `${page} | ${brand.name} - ${brand.tagline}`;
}

export function usePageTitle(page: string): void {
  const { brand } = useConfig();
  useEffect(() => {
    document.title = pageTitle(page, brand);
  }, [page, brand]);
}
