import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { type Location, ScrollRestoration } from 'react-router';
import { BannerPlace } from '../../features/maintenance/banner-place.tsx';
import { onSessionEnded } from '../../lib/api/access.ts';
import { useAuth, useSession, useTour } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { DesktopSidebar } from './desktop-sidebar.tsx';
import { Footer } from './footer.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import css from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useIdlePrefetch } from './use-idle-prefetch.ts';
import { useRecordRecents } from './use-record-recents.ts';
import { useSwitcherKey } from './use-switcher-key.ts';

// Loaded after the first paint, because none of these shows at once.
const PhoneDrawer = lazy(async () => ({ default: (await import('./phone-drawer.tsx')).PhoneDrawer }));
const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }));
const DisplayPanel = lazy(async () => ({ default: (await import('./display-panel.tsx')).DisplayPanel }));
const QuickSwitcher = lazy(async () => ({ default: (await import('./quick-switcher.tsx')).QuickSwitcher }));

const DeletionBanner = lazy(async () => ({
  default: (await import('../../features/profile/deletion-banner.tsx')).DeletionBanner,
}));
const PlanBanner = lazy(async () => ({
  default: (await import('../../features/billing/plan-banner.tsx')).PlanBanner,
}));
const MaintenanceBanner = lazy(async () => ({
  default: (await import('../../features/maintenance/maintenance-banner.tsx')).MaintenanceBanner,
}));
const OwnSignInDrawer = lazy(async () => ({
  default: (await import('./own-sign-in-drawer.tsx')).OwnSignInDrawer,
}));
const InvitationBanner = lazy(async () => ({
  default: (await import('../../features/profile/team/invitation-banner.tsx')).InvitationBanner,
}));

const TourBanner = lazy(async () => ({ default: (await import('../../tour/tour-banner.tsx')).TourBanner }));
const ActingBanner = lazy(async () => ({ default: (await import('./acting-banner.tsx')).ActingBanner }));

type Overlay = 'navigation' | 'display' | 'switcher' | 'own-sign-in';

/**
 * Positions are kept until the page is loaded again: the first entry of each load has the same key, and while a screen
 * loads it is too short for the position that it had.
 */
const positionKey = ({ key }: Location) => `${performance.timeOrigin} ${key}`;

/** Sidebar, top bar, screen and footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useText();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  // An overlay stays mounted once it was opened, so that it can animate when it closes.
  const [used, setUsed] = useState<ReadonlySet<Overlay>>(new Set());
  const [ended, setEnded] = useState(false);
  const acting = useAuth().additionalUserDetails?.acting ?? null;
  const isAdmin = useIsAdmin();
  const tour = useTour();
  const open = (what: Overlay) => {
    setUsed((before) => new Set(before).add(what));
    setOverlay(what);
  };
  // One overlay may open another before it closes: close only the one that asked.
  const close = (what: Overlay) => setOverlay((shown) => (shown === what ? null : shown));
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  useSwitcherKey(() => open('switcher'));
  useIdlePrefetch();
  useRecordRecents();
  useStartWarnings();
  return (
    <div className={css.shell} data-acting={acting === null ? undefined : ''}>
      <a className={css.skip} href="#content">
        {t('shell.skip')}
      </a>
      <DesktopSidebar />
      <Suspense fallback={null}>
        {used.has('navigation') ? (
          <PhoneDrawer opened={overlay === 'navigation'} onClose={() => close('navigation')} />
        ) : null}
        {used.has('display') ? (
          <DisplayPanel opened={overlay === 'display'} onClose={() => close('display')} />
        ) : null}
        {used.has('switcher') ? (
          <QuickSwitcher
            opened={overlay === 'switcher'}
            onClose={() => close('switcher')}
            onDisplay={() => open('display')}
          />
        ) : null}
        {used.has('own-sign-in') ? (
          <OwnSignInDrawer opened={overlay === 'own-sign-in'} onClose={() => close('own-sign-in')} />
        ) : null}
        {ended ? <SessionEnded onClose={() => setEnded(false)} /> : null}
      </Suspense>
      <div className={css.column}>
        {acting === null ? null : (
          <Suspense fallback={null}>
            <ActingBanner acting={acting} />
          </Suspense>
        )}
        <TopBar
          navigationOpen={overlay === 'navigation'}
          onNavigation={() => open('navigation')}
          onSwitcher={() => open('switcher')}
          onDisplay={() => open('display')}
          onOwnSignIn={() => open('own-sign-in')}
        />
        <main id="content" tabIndex={-1} className={css.main}>
          {tour === null ? (
            <Banners isAdmin={isAdmin} isActing={acting !== null} />
          ) : (
            <Suspense fallback={null}>
              <TourBanner />
            </Suspense>
          )}
          {children}
        </main>
        <Footer />
      </div>
      <RouteAnnouncer />
      <ScrollRestoration getKey={positionKey} />
    </div>
  );
}

function Banners({ isAdmin, isActing }: { isAdmin: boolean; isActing: boolean }) {
  return (
    <>
      <Suspense fallback={<BannerPlace />}>
        <MaintenanceBanner />
      </Suspense>
      <Suspense fallback={null}>{isAdmin ? null : <AccountBanners isActing={isActing} />}</Suspense>
    </>
  );
}

/** What concerns the person's account. A Super Admin acts in none, and reads no invitations of whom they act as. */
function AccountBanners({ isActing }: { isActing: boolean }) {
  return (
    <>
      <DeletionBanner />
      <PlanBanner />
      {isActing ? null : <InvitationBanner />}
    </>
  );
}

/** Shows failures of the start-up that did not end it. */
function useStartWarnings(): void {
  const { t } = useText();
  const { warnings } = useSession();
  useEffect(() => {
    for (const warning of warnings.splice(0))
      toast({
        tone: 'bad',
        title: t('auth.registerFailed'),
        message: <ErrorText error={warning} />,
        sticky: true,
      });
  }, [warnings, t]);
}
