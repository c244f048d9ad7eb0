/**
 * Brand, public navigation, sign-in and sign-up. Submenus and the phone menu are popovers: the browser opens them,
 * closes them (Esc, a click elsewhere) and keeps one open at a time without a script. They lie over the page, so
 * nothing moves.
 */
import type { Language } from '@kindling/contract/constants';
import { BrandMark } from '@kindling/design/brand-mark';
import { Button } from './kit/button.tsx';
import { LanguageList } from './kit/language-list.tsx';
import { StartButton } from './kit/start-button.tsx';
import { solutions } from './navigation.ts';
import type { SiteBrand } from './site-page.ts';
import type { SiteTexts } from './texts.ts';

export interface FrameContext {
  site: SiteTexts;
  brand: SiteBrand;
  language: Language;
  /** Address of the page without language; null for the error pages, which have none. */
  path: string | null;
  href(path: string): string;
}

export function Header(props: FrameContext) {
  const { site, brand, href } = props;
  const { nav } = site;
  return (
    <header className="top">
      <div className="wrap top-bar">
        <a className="brand" href={href('/')}>
          <BrandMark size={30} />
          {brand.name}
        </a>
        <nav className="nav" aria-label={nav.label}>
          <ul>
            <li>
              <NavLink {...props} to="/">
                {nav.home}
              </NavLink>
            </li>
            <li>
              <MenuButton menu="menu-solutions">{nav.solutions}</MenuButton>
              <div id="menu-solutions" popover="auto" className="panel panel-solutions">
                <Solutions {...props} />
              </div>
            </li>
            <li>
              <NavLink {...props} to="/dashboard">
                {nav.dashboard}
              </NavLink>
            </li>
            <li>
              <MenuButton menu="menu-language">{nav.language}</MenuButton>
              <div id="menu-language" popover="auto" className="panel panel-language">
                <LanguageList {...props} />
              </div>
            </li>
            <li data-if="uses.payments">
              <NavLink {...props} to="/pricing">
                {nav.pricing}
              </NavLink>
            </li>
          </ul>
        </nav>
        <div className="ways-in">
          <a className="sign-in for-visitor" href={href('/auth/sign-in')}>
            {nav.signIn}
          </a>
          <StartButton {...props} size="normal">
            {nav.signUp}
          </StartButton>
          <button type="button" className="burger" popoverTarget="menu-phone" aria-label={nav.menu}>
            <i />
          </button>
        </div>
      </div>
      <PhoneMenu {...props} />
    </header>
  );
}

function NavLink({ to, path, href, children }: FrameContext & { to: string; children: string }) {
  return (
    <a className="nav-link" href={href(to)} {...(to === path ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}

function MenuButton({ menu, children }: { menu: string; children: string }) {
  return (
    <button type="button" className="opener" popoverTarget={menu}>
      {children}
    </button>
  );
}

function Solutions({ site, path, href }: FrameContext) {
  return solutions.map(({ key, entries }) => (
    <div key={key}>
      <p className="panel-title">{site.nav.groups[key]}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key}>
            <a href={href(entry.path)} {...(entry.path === path ? { 'aria-current': 'page' as const } : {})}>
              <b>{site.nav.items[entry.key].title}</b>
              <span>{site.nav.items[entry.key].text}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The navigation on a phone, with all groups open. */
function PhoneMenu(props: FrameContext) {
  const { nav } = props.site;
  return (
    <nav id="menu-phone" popover="auto" className="sheet" aria-label={nav.label}>
      <div className="wrap">
        <ul className="sheet-main sheet-wide">
          <li>
            <NavLink {...props} to="/">
              {nav.home}
            </NavLink>
          </li>
          <li data-if="uses.payments">
            <NavLink {...props} to="/pricing">
              {nav.pricing}
            </NavLink>
          </li>
          <li>
            <NavLink {...props} to="/dashboard">
              {nav.dashboard}
            </NavLink>
          </li>
        </ul>
        <Solutions {...props} />
        <div className="sheet-wide">
          <p className="panel-title">{nav.language}</p>
          <LanguageList {...props} />
        </div>
        <div className="actions sheet-wide">
          <StartButton {...props}>{nav.signUp}</StartButton>
          <Button href={props.href('/auth/sign-in')} look="quiet" audience="visitor">
            {nav.signIn}
          </Button>
        </div>
      </div>
    </nav>
  );
}
