import type { PlatformPage } from './platform-page.ts';

export const google: PlatformPage = { platform: 'google', Notes: () => null };
