import type { Locale } from '../locale.ts';
import type { Brand, HelpForm } from '../options.ts';
import type { Assets } from './assets.ts';

/** What every page needs to know about its request. */
export type PageView = {
  locale: Locale;
  brand: Brand;
  year: number;
  /** Path and query of this page; the language links lead here. */
  here: string;
  help: HelpForm;
  /** Where the app lives; the mark leads there. */
  appUrl: string;
  /** The app's address that begins a sign-in, in the language of this page. */
  signInUrl: string;
  assets: Pick<Assets, 'stylePath' | 'scriptPath' | 'iconPath' | 'fontPaths'>;
};
