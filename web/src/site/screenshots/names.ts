/** The pictures of the app on the public pages; `npm run screenshots` takes them. */
import type { Language } from '@kindling/contract/constants';

export const screenshotNames = ['reviews', 'connections', 'editor'] as const;
export type ScreenshotName = (typeof screenshotNames)[number];

export const screenshotThemes = ['light', 'dark'] as const;
export type ScreenshotTheme = (typeof screenshotThemes)[number];

/** In pixels, of the window and of the file. */
export const screenshotSize = { width: 1200, height: 760 } as const;

/** In `web/src/site/screenshots/files`. */
export const screenshotFile = (name: ScreenshotName, language: Language, theme: ScreenshotTheme): string =>
  `${name}-${language}-${theme}.webp`;
