import type { Profile } from '@kindling/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AccountSection } from './account-section.tsx';
import { ActivitySection } from './activity-section.tsx';
import { AlertsSection } from './alerts-section.tsx';
import { ArchiveSection } from './archive-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import css from './profile.module.css';
import { showSection } from './profile-section.tsx';
import { RegionSection } from './region-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { useUnsavedChangesGuard } from './use-unsaved-changes-guard.tsx';
import { YouSection } from './you-section.tsx';

const TeamSection = lazy(async () => ({ default: (await import('./team/team-section.tsx')).TeamSection }));
const OfferToYou = lazy(async () => ({ default: (await import('./team/ownership-offer.tsx')).OfferToYou }));

const everybodysSections = [
  { id: 'you', title: 'profile:you.title' },
  { id: 'region', title: 'profile:region.title' },
  { id: 'alerts', title: 'profile:alerts.title' },
  { id: 'account', title: 'profile:account.title' },
  { id: 'team', title: 'profile:team.title' },
  { id: 'sign-in', title: 'profile:signIn.title' },
] as const;
const managersSections = [
  ...everybodysSections,
  { id: 'activity', title: 'profile:activity.title' },
] as const;
const ownersSections = [
  ...managersSections,
  { id: 'archive', title: 'profile:archive.title' },
  { id: 'delete', title: 'profile:delete.title' },
] as const;
type Sections = typeof everybodysSections | typeof managersSections | typeof ownersSections;

/** The user's settings, in sections that are saved separately. */
export function ProfileScreen() {
  const { t } = useText();
  const mayDelete = useMayDo('account.delete');
  const managed = useMayDo('activity.read') ? managersSections : everybodysSections;
  const { data, error, isPending, refetch } = useQuery(query.profile.get.queryOptions({ input: {} }));
  return (
    <Page title={t('profile:title')} lead={t('profile:lead')}>
      <div className={css.layout}>
        <SectionNav sections={mayDelete ? ownersSections : managed} />
        <div className={css.sections}>
          {isPending ? <SectionsSkeleton /> : null}
          {data === undefined && error !== null ? (
            <ErrorState error={error} retry={() => void refetch()} />
          ) : null}
          {data === undefined ? null : <ProfileSections profile={data.profile} mayDelete={mayDelete} />}
        </div>
      </div>
    </Page>
  );
}

function ProfileSections({ profile, mayDelete }: { profile: Profile; mayDelete: boolean }) {
  const mayManage = useMayDo('account.manage');
  const mayReadActivity = useMayDo('activity.read');
  const { report, dialog } = useUnsavedChangesGuard();
  return (
    <>
      <Suspense fallback={null}>
        <OfferToYou />
      </Suspense>
      <YouSection profile={profile} report={report} />
      <RegionSection profile={profile} report={report} />
      <AlertsSection profile={profile} report={report} />
      <AccountSection profile={profile} report={report} />
      <Suspense fallback={<Skeleton shape="form" framed height={320} />}>
        <TeamSection />
      </Suspense>
      <SignInSection />
      {mayReadActivity ? <ActivitySection /> : null}
      {mayManage ? <ArchiveSection /> : null}
      {mayDelete ? <DeleteSection profile={profile} /> : null}
      {dialog}
    </>
  );
}

/** As tall as the sections, so that the layout does not shift when they load. */
function SectionsSkeleton() {
  return (
    <>
      <Skeleton shape="form" framed height={452} />
      <Skeleton shape="form" framed height={310} />
      <Skeleton shape="form" framed height={190} />
      <Skeleton shape="form" framed height={190} />
    </>
  );
}

function SectionNav({ sections }: { sections: Sections }) {
  const { t } = useText();
  const current = useSectionInView(sections);
  const goToSection = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    event.preventDefault();
    showSection(id);
  };
  return (
    <nav className={css.list} aria-label={t('profile:sections')}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => goToSection(event, id)}
              {...(id === current ? { 'aria-current': 'true' } : {})}
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The id of the last section whose heading has scrolled past the upper third of the window. */
function useSectionInView(sections: Sections): string {
  const [current, setCurrent] = useState<string>(sections[0].id);
  useEffect(() => {
    const updateCurrent = () => {
      const passed = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const last = atEnd && window.scrollY > 0 ? sections.at(-1) : passed.at(-1);
      setCurrent((last ?? sections[0]).id);
    };
    document.addEventListener('scroll', updateCurrent, { passive: true });
    return () => document.removeEventListener('scroll', updateCurrent);
  }, [sections]);
  return current;
}
