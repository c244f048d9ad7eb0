import { type Platform, platforms } from '@kindling/contract/platforms';
import { facebook } from './facebook.tsx';
import type { PlatformPage } from './platform-page.ts';

/** Additions of single platforms; a platform without them has the common screen. */
const additions: Partial<Record<Platform, Omit<PlatformPage, 'platform'>>> = { facebook };

/** The page of the platform named in the URL; null for an unknown name. */
export function findPlatformPage(name: string | undefined): PlatformPage | null {
  const platform = platforms.find((one) => one === name);
  return platform === undefined ? null : { platform, ...additions[platform] };
}
