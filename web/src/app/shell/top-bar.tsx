import { BrandMark } from '@kindling/design/brand-mark';
import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useAuth, useConfig, useTour } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useCurrentPage } from '../../lib/page-title.ts';
import css from './top-bar.module.css';
import { switcherAria, switcherKeys } from './use-switcher-key.ts';
import { useTroubledConnections } from './use-troubled-connections.ts';

const NewsBell = lazy(async () => ({
  default: (await import('../../features/news/news-bell.tsx')).NewsBell,
}));
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

interface TopBarProps {
  navigationOpen: boolean;
  onNavigation: () => void;
  onSwitcher: () => void;
  onDisplay: () => void;
  onOwnSignIn: () => void;
}

export function TopBar({ navigationOpen, onNavigation, onSwitcher, onDisplay, onOwnSignIn }: TopBarProps) {
  const { t } = useText();
  const { brand } = useConfig();
  const isTour = useTour() !== null;
  return (
    <header className={css.bar}>
      <NavigationButton open={navigationOpen} onOpen={onNavigation} />
      <a href="/" className={css.brand}>
        <BrandMark size={24} />
        <span data-foreign>{brand.name}</span>
      </a>
      <button type="button" className={css.search} aria-keyshortcuts={switcherAria} onClick={onSwitcher}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={css.searchText}>{t('switcher.open')}</span>
        <span className={css.keys} aria-hidden="true" data-foreign>
          {switcherKeys}
        </span>
      </button>
      <CurrentPageTitle />
      {isTour ? null : <Corner onDisplay={onDisplay} onOwnSignIn={onOwnSignIn} />}
    </header>
  );
}

/** News and the menu of the person. */
function Corner({ onDisplay, onOwnSignIn }: Pick<TopBarProps, 'onDisplay' | 'onOwnSignIn'>) {
  const { additionalUserDetails: details } = useAuth();
  const isAdmin = useIsAdmin();
  return (
    <div className={css.corner}>
      {/* A Super Admin works in no account, whose news they could read. */}
      {details?.account == null || isAdmin ? null : (
        <Suspense fallback={<span className={css.bell} aria-hidden="true" />}>
          <NewsBell />
        </Suspense>
      )}
      <Suspense fallback={<UserMenuPlaceholder />}>
        {/* Keyed by name: React must not treat a menu with another name as the same one that moved. */}
        <UserMenu key={details?.displayName ?? ''} onDisplay={onDisplay} onOwnSignIn={onOwnSignIn} />
      </Suspense>
    </div>
  );
}

/**
 * Opens the drawer on small screens. Its label and a dot show that connections need the owner, because the sidebar is
 * hidden.
 */
function NavigationButton({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const { t } = useText();
  const troubled = useTroubledConnections();
  const words = [
    t('shell.openNavigation'),
    ...(troubled === 0 ? [] : [t('shell.troubled', { count: troubled })]),
  ];
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      hiddenFrom="lg"
      aria-label={words.join(', ')}
      aria-expanded={open}
      onClick={onOpen}
    >
      <IconMenu2 size={22} stroke={1.75} />
      {troubled === 0 ? null : <span className={css.dot} />}
    </ActionIcon>
  );
}

/**
 * Reserves the space of the picture until the account menu is loaded. The name has no reserved space: it grows towards
 * the empty side.
 */
function UserMenuPlaceholder() {
  return (
    <span className={css.user} aria-hidden="true">
      <span className={css.picture} />
    </span>
  );
}

/**
 * Shows the page's title when its heading has scrolled out of the window. Hidden from screen readers, which use the
 * heading.
 */
function CurrentPageTitle() {
  const { title, headingSeen } = useCurrentPage();
  return (
    <div className={css.context} aria-hidden="true">
      {headingSeen ? null : <span className={css.contextTitle}>{title}</span>}
    </div>
  );
}
