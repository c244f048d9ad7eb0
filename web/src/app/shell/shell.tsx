import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { SessionEnded } from './session-ended.tsx';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';

/** Sidebar, top bar and the screen between them. */
export function Shell() {
  const { t } = useText();
  const { config, warnings } = useSession();
  const { brand } = config;
  const [opened, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    // Screen readers and the keyboard start at the new screen, not at the link that led there.
    if (last.current !== pathname) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname]);
  useEffect(() => {
    for (const warning of warnings.splice(0))
      notifications.show({
        color: 'orange',
        title: t('auth.registerFailed'),
        message: <ErrorText error={warning} />,
        autoClose: false,
      });
  }, [warnings, t]);
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t('shell.skip')}
      </a>
      <aside className={css.aside}>
        <Sidebar />
      </aside>
      <Drawer
        opened={opened}
        onClose={close}
        size={264}
        padding={0}
        withCloseButton={false}
        title={t('shell.navigation')}
        hiddenFrom="lg"
      >
        <Sidebar onNavigate={close} />
      </Drawer>
      <div className={css.column}>
        <header className={css.bar}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            hiddenFrom="lg"
            aria-label={t('shell.openNavigation')}
            aria-expanded={opened}
            onClick={open}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
          <a href="/" className={css.barBrand}>
            <BrandMark size={24} />
            <span>{brand.name}</span>
          </a>
          <UserMenu />
        </header>
        <main id="content" ref={main} tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
      </div>
      <SessionEnded />
      <ScrollRestoration />
    </div>
  );
}
