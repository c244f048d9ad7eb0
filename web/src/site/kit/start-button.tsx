import { pathOf } from '@kindling/contract/screens';
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
  /** The screen that a person who is signed in gets under the same text; without it, the dashboard under its own text. */
  screen?: string;
  /** The text for a person who is signed in, where `screen` needs another one. */
  own?: string;
  /** What goes along to the sign-up: `interval=year`. */
  query?: string;
  look?: 'main' | 'quiet';
  size?: 'normal' | 'big';
}

/**
 * The link into the app: sign-up for a visitor, a screen for a person who is signed in. Only the browser knows
 * which applies, so the page has both links, and `prefs.js` tells the style sheet which one to show.
 */
export function StartButton(props: StartButtonProps) {
  const { site, brand, href, children, screen, own = children, query, look, size } = props;
  return (
    <>
      <Button
        href={href(`/auth/sign-up${query === undefined ? '' : `?${query}`}`)}
        audience="visitor"
        {...{ look, size }}
      >
        {children}
      </Button>
      <Button href={href(screen ?? pathOf('dashboard'))} audience="person" {...{ look, size }}>
        {screen === undefined ? fillText(site.nav.open, { brand: brand.name }) : own}
      </Button>
    </>
  );
}
