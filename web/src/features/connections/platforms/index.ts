import type { Platform } from '@kindling/contract/platforms';
import { facebook } from './facebook.tsx';
import { google } from './google.tsx';
import type { PlatformPage } from './platform-page.ts';

const pages: Record<Platform, PlatformPage> = { google, facebook };

/** The page of the platform named in the URL; null for an unknown name. */
export function findPlatformPage(name: string | undefined): PlatformPage | null {
  return Object.values(pages).find((page) => page.platform === name) ?? null;
}

/** Environment variables that the operator must set before a platform can be connected. */
export const missingSettings: Record<Platform, string> = {
  google: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET',
  facebook: 'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET',
};

/** Announced platforms, which cannot be connected yet. */
export const upcomingPlatforms = ['yelp', 'trustpilot'] as const;
