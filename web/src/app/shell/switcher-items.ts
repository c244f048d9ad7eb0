import { languageFacts } from '@kindling/locales/languages.ts';
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconArrowRight,
  IconHistory,
  IconLifebuoy,
  IconLogout,
  IconMessageQuestion,
  IconPalette,
  IconSearch,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { openHelp } from '../../features/help/index.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { preferenceStore, preferenceValues } from '../../lib/preferences.ts';
import { matchesQuery } from './matches-query.ts';
import { quickSwitcherEntries } from './navigation.ts';
import { readRecents, recentsOwner } from './recents.ts';
import { useLanguage } from './use-language.tsx';
import { useSignOut } from './use-sign-out.tsx';

// locale-keys: app.switcher.group.*

export interface SwitcherItem {
  id: string;
  group: 'recent' | 'pages' | 'actions' | 'display' | 'language' | 'search';
  label: string;
  Icon: Icon;
  run: () => void;
  /** Not one of our texts: a name, or something that the person wrote. */
  foreign?: boolean;
}

/** The items for a query, in the order in which the quick switcher shows them. */
export function useSwitcherItems(typed: string, onDisplay: () => void): SwitcherItem[] {
  const { t } = useText();
  const items = [...usePages(), ...useActions(onDisplay), ...useDisplay(), ...useLanguages()];
  const found = items.filter(({ label, group }) =>
    matchesQuery(typed, `${label} ${t(`switcher.group.${group}`)}`),
  );
  return [...found, ...useReviewSearch(typed.trim())];
}

function usePages(): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const details = useAuth().additionalUserDetails;
  if (details === null) return [];
  const entries = quickSwitcherEntries(details);
  const recents = readRecents(recentsOwner(details)).filter(({ path }) => path !== pathname);
  return [
    ...recents.map(({ path, title }): SwitcherItem => {
      const entry = entries.find(({ href }) => href === path);
      return {
        id: `recent${path}`,
        group: 'recent',
        // Pages of the app get their label in the current language; the stored title may be in another one.
        label: entry === undefined ? title : t(`nav.${entry.key}`),
        Icon: entry?.Icon ?? IconHistory,
        run: () => void navigate(path),
        foreign: entry === undefined,
      };
    }),
    ...entries
      .filter(({ href }) => !recents.some(({ path }) => path === href))
      .map(
        ({ key, href, Icon }): SwitcherItem => ({
          id: `page${href}`,
          group: 'pages',
          label: t(`nav.${key}`),
          Icon,
          run: () => void navigate(href),
        }),
      ),
  ];
}

function useActions(onDisplay: () => void): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const admin = useAuth().additionalUserDetails?.role === 'Super Admin';
  const mayConnect = useMayDo('connections.manage');
  const mayManageTeam = useMayDo('members.manage');
  const signOut = useSignOut();
  const item = (id: string, label: string, Icon: Icon, run: () => void): SwitcherItem => ({
    id,
    group: 'actions',
    label,
    Icon,
    run,
  });
  return [
    ...(admin
      ? []
      : [
          item('unanswered', t('switcher.unanswered'), IconMessageQuestion, () => {
            void navigate('/reviews?answered=false');
          }),
          item('team', t(mayManageTeam ? 'switcher.manageTeam' : 'switcher.seeTeam'), IconUsers, () => {
            void navigate('/profile#team');
          }),
        ]),
    ...(mayConnect
      ? [item('connect', t('switcher.connect'), IconArrowRight, () => void navigate('/connections'))]
      : []),
    item('display', t('switcher.display'), IconAdjustmentsHorizontal, onDisplay),
    item('help', t('menu.help'), IconLifebuoy, openHelp),
    item('signOut', t('menu.signOut'), IconLogout, signOut),
  ];
}

function useDisplay(): SwitcherItem[] {
  const { t } = useText();
  return preferenceValues.theme.map((theme) => ({
    id: `theme-${theme}`,
    group: 'display',
    label: t('switcher.theme', { theme: t(`display.value.${theme}`) }),
    Icon: IconPalette,
    run: () => preferenceStore().set('theme', theme),
  }));
}

function useLanguages(): SwitcherItem[] {
  const { offered, choose } = useLanguage();
  return offered.map((language) => ({
    id: `language-${language}`,
    group: 'language',
    label: languageFacts[language].name,
    Icon: IconWorld,
    run: () => choose(language),
    foreign: true,
  }));
}

/** Offers to search the reviews for the query. */
function useReviewSearch(typed: string): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const admin = useAuth().additionalUserDetails?.role === 'Super Admin';
  if (typed === '' || admin) return [];
  return [
    {
      id: 'reviews',
      group: 'search',
      label: t('switcher.searchReviews', { words: typed }),
      Icon: IconSearch,
      run: () => void navigate(`/reviews?${new URLSearchParams({ search: typed })}`),
    },
  ];
}
