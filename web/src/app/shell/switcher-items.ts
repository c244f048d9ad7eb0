import { languageFacts } from '@kindling/locales/languages.ts';
import { useDebouncedValue } from '@mantine/hooks';
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
  IconUser,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { openHelp } from '../../features/help/index.ts';
import { mayDo } from '../../lib/auth/rights.ts';
import { useAuth, useTour } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useArea } from '../../lib/i18n/use-area.ts';
import { personLabel } from '../../lib/person-label.ts';
import { preferenceStore, preferenceValues } from '../../lib/preferences.ts';
import { usePeopleSearch } from '../../lib/use-people-search.ts';
import { matchesQuery } from './matches-query.ts';
import { quickSwitcherEntries } from './navigation.ts';
import { readRecents, recentsOwner } from './recents.ts';
import { switcherSettings } from './switcher-settings.ts';
import { useLanguage } from './use-language.tsx';
import { useSignOut } from './use-sign-out.tsx';
import { useViewer } from './use-viewer.ts';

// locale-keys: app.switcher.group.*

export interface SwitcherItem {
  id: string;
  group: 'recent' | 'people' | 'pages' | 'actions' | 'settings' | 'display' | 'language' | 'search';
  label: string;
  /** Further words by which it is found. */
  words?: string;
  Icon: Icon;
  run: () => void;
  /** Not one of our texts: a name, or something that the person wrote. */
  foreign?: boolean;
}

/** More are a key away, on the page of the users. */
const shownPeople = 5;
const searchDelayMs = 200;

/** The items for a query, in the order in which the quick switcher shows them. */
export function useSwitcherItems(typed: string, onDisplay: () => void): SwitcherItem[] {
  const { t } = useText();
  const areTextsHere = useArea('switcher').isSuccess;
  const settings = useSettings(areTextsHere);
  const items = [
    ...usePages(areTextsHere),
    ...useActions(onDisplay),
    // The list is short until somebody looks for a setting.
    ...(typed.trim() === '' ? [] : settings),
    ...useDisplay(),
    ...useLanguages(),
  ];
  const found = items.filter(({ label, group, words = '' }) =>
    matchesQuery(typed, `${label} ${t(`switcher.group.${group}`)} ${words}`),
  );
  // What comes from the server stands last, so that nothing moves below the finger or the selection.
  return [...found, ...usePeople(typed.trim()), ...useReviewSearch(typed.trim())];
}

/** @param hasWords whether the area `switcher` is loaded */
function usePages(hasWords: boolean): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const details = useAuth().additionalUserDetails;
  const viewer = useViewer();
  if (details === null || viewer === null) return [];
  const entries = quickSwitcherEntries(viewer);
  // What its screen opens without an address of its own is found by the page.
  const wordsOf = (key: string | undefined) =>
    hasWords && key === 'reviews' ? { words: t('switcher:words.reviews') } : {};
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
        ...wordsOf(entry?.key),
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
          ...wordsOf(key),
        }),
      ),
  ];
}

function useActions(onDisplay: () => void): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const admin = useIsAdmin();
  const mayConnect = useMayDo('connections.manage');
  const mayManageTeam = useMayDo('members.manage');
  const signOut = useSignOut();
  const isTour = useTour() !== null;
  const item = (id: string, label: string, Icon: Icon, run: () => void): SwitcherItem => ({
    id,
    group: 'actions',
    label,
    Icon,
    run,
  });
  const team = item('team', t(mayManageTeam ? 'switcher.manageTeam' : 'switcher.seeTeam'), IconUsers, () => {
    void navigate('/profile#team');
  });
  // The tour has neither a session nor somebody who answers.
  const ofSession = isTour
    ? []
    : [
        item('help', t('menu.help'), IconLifebuoy, openHelp),
        item('signOut', t('menu.signOut'), IconLogout, signOut),
      ];
  return [
    ...(admin
      ? []
      : [
          item('unanswered', t('switcher.unanswered'), IconMessageQuestion, () => {
            void navigate('/reviews?answered=false');
          }),
          ...(isTour ? [] : [team]),
        ]),
    ...(mayConnect
      ? [item('connect', t('switcher.connect'), IconArrowRight, () => void navigate('/connections'))]
      : []),
    item('display', t('switcher.display'), IconAdjustmentsHorizontal, onDisplay),
    ...ofSession,
  ];
}

/** @param hasWords whether the area `switcher` is loaded */
function useSettings(hasWords: boolean): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const details = useAuth().additionalUserDetails;
  const isTour = useTour() !== null;
  if (!hasWords || isTour || details === null || details.role === 'Super Admin') return [];
  return switcherSettings
    .filter((setting) => !('action' in setting) || mayDo(details, setting.action))
    .map(({ id, to, Icon }) => ({
      id: `setting-${id}`,
      group: 'settings',
      label: t(`switcher:setting.${id}`),
      words: t(`switcher:words.${id}`),
      Icon,
      run: () => void navigate(to),
    }));
}

function useDisplay(): SwitcherItem[] {
  const { t } = useText();
  return preferenceValues.theme.map((theme) => ({
    id: `theme-${theme}`,
    group: 'display',
    label: t('switcher.theme', { theme: t(`display.value.theme.${theme}`) }),
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

/** The first customers whom the query finds, and the way to all of them. For administrators. */
function usePeople(typed: string): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const isAllowed = useIsAdmin();
  const [search] = useDebouncedValue(typed, searchDelayMs);
  const found = usePeopleSearch(search, { isAllowed });
  if (typed === '' || !isAllowed) return [];
  // Only those whom these words find: Enter opens the first one, and what follows there can block or delete a person.
  const isCurrent = search === typed && !found.isPlaceholderData;
  const people = isCurrent ? (found.data?.people ?? []).slice(0, shownPeople) : [];
  return [
    ...people.map(
      (person): SwitcherItem => ({
        id: `person-${person.id}`,
        group: 'people',
        label: personLabel(person),
        Icon: IconUser,
        run: () => void navigate(`/admin/users?user=${person.id}`),
        foreign: true,
      }),
    ),
    {
      id: 'people',
      group: 'people',
      label: t('switcher.searchPeople', { words: typed }),
      Icon: IconSearch,
      run: () => void navigate(`/admin/users?${new URLSearchParams({ search: typed })}`),
    },
  ];
}

/** Offers to search the reviews for the query. */
function useReviewSearch(typed: string): SwitcherItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  const admin = useIsAdmin();
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
