import type landingTexts from '@kindling/locales/en/site-landing.json';
import type { PageProps } from '../../site-page.ts';

export type LandingTexts = typeof landingTexts;
export type LandingProps = PageProps<LandingTexts>;
