import type { Platform } from '@kindling/contract/platforms';
import { facebook } from './facebook.tsx';
import { google } from './google.tsx';
import type { PlatformPage } from './platform-page.ts';

const pages: Record<Platform, PlatformPage> = { google, facebook };

/** The platform that an address names; null for any other word. */
export function findPlatformPage(name: string | undefined): PlatformPage | null {
  return Object.values(pages).find((page) => page.platform === name) ?? null;
}

/** Settings that an operator must give before a platform can be connected. */
export const missingSettings: Record<Platform, string> = {
  google: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET',
  facebook: 'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET',
};

/** Shown as coming; nothing can be connected yet. */
export const upcomingPlatforms = ['yelp', 'trustpilot'] as const;
