import { fillText } from '@kindling/locales/fill-text.ts';
import type { SiteBrand } from '../site-page.ts';
import type { SiteTexts } from '../texts.ts';
import { Button } from './button.tsx';

interface StartButtonProps {
  site: SiteTexts;
  brand: SiteBrand;
  href(path: string): string;
  /** The text for visitors. */
  children: string;
  look?: 'main' | 'quiet';
  size?: 'normal' | 'big';
}

/**
 * The link into the app: sign-up for a visitor, the dashboard for a person who is signed in. Only the browser knows
 * which applies, so the page has both links, and `prefs.js` tells the style sheet which one to show.
 */
export function StartButton({ site, brand, href, children, look, size }: StartButtonProps) {
  return (
    <>
      <Button href={href('/auth/sign-up')} audience="visitor" {...{ look, size }}>
        {children}
      </Button>
      <Button href={href('/dashboard')} audience="person" {...{ look, size }}>
        {fillText(site.nav.open, { brand: brand.name })}
      </Button>
    </>
  );
}
