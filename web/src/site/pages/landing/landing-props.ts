import type galleryTexts from '@kindling/locales/en/site-gallery.json';
import type landingTexts from '@kindling/locales/en/site-landing.json';
import type widgetTexts from '@kindling/locales/en/widgets.json';
import type { PageProps } from '../../site-page.ts';

export type LandingTexts = typeof landingTexts;
/** The reviews of the gallery's samples, and the names of looks. */
export type LandingProps = PageProps<
  LandingTexts & { 'site-gallery': typeof galleryTexts; widgets: typeof widgetTexts }
>;
