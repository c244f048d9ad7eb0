import { BrandMark } from '@kindling/design/brand-mark';
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { onSessionEnded } from '../../lib/api/access.ts';
import { useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

// What is not seen at once is loaded behind the first paint.
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));
const PhoneDrawer = lazy(async () => ({ default: (await import('./phone-drawer.tsx')).PhoneDrawer }));
const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }));

/** Sidebar, top bar and the screen between them. */
export function Shell() {
  const { t } = useText();
  const { config, warnings } = useSession();
  const { brand } = config;
  const [opened, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
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
      toast({
        tone: 'bad',
        title: t('auth.registerFailed'),
        message: <ErrorText error={warning} />,
        sticky: true,
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
      <Suspense fallback={null}>
        {wasOpened ? <PhoneDrawer opened={opened} onClose={close} /> : null}
        {ended ? <SessionEnded onClose={() => setEnded(false)} /> : null}
      </Suspense>
      <div className={css.column}>
        <header className={css.bar}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            hiddenFrom="lg"
            aria-label={t('shell.openNavigation')}
            aria-expanded={opened}
            onClick={() => {
              setWasOpened(true);
              open();
            }}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
          <a href="/" className={css.barBrand}>
            <BrandMark size={24} />
            <span>{brand.name}</span>
          </a>
          <div className={css.corner}>
            <Suspense fallback={null}>
              <UserMenu />
            </Suspense>
          </div>
        </header>
        <main id="content" ref={main} tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
      </div>
      <ScrollRestoration />
    </div>
  );
}
