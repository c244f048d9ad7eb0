/** The entries of the sidebar and the quick switcher, from the contract's list of screens. */
import { type ListedScreen, type Screen, type SidebarGroup, screens } from '@kindling/contract/screens';
import type { Icon } from '@tabler/icons-react';
import { mayOpen, type Viewer } from '../../lib/auth/rights.ts';
import { screenIcons } from './icons.ts';

export type SidebarScreen = Extract<ListedScreen, { sidebar: object }>;
type SwitcherScreen = SidebarScreen | Extract<ListedScreen, { quickSwitcherIcon: string }>;

export interface NavEntry<Key extends SwitcherScreen['id'] = SidebarScreen['id']> {
  /** Its label is the text `nav.<key>`. */
  key: Key;
  href: string;
  Icon: Icon;
}

export interface NavGroup {
  /** Its label is the text `group.<key>`. */
  key: SidebarGroup;
  children: NavEntry[];
}

export type NavItem = NavEntry | NavGroup;

export const isGroup = (item: NavItem): item is NavGroup => 'children' in item;

/** Planned screens are among them. */
export const sidebarScreens: readonly SidebarScreen[] = screens.filter((screen) => 'sidebar' in screen);

const switcherScreens: readonly SwitcherScreen[] = screens.filter(
  (screen): screen is SwitcherScreen =>
    'quickSwitcherIcon' in screen || ('sidebar' in screen && screen.sidebar.inQuickSwitcher),
);

const toEntry = ({ id, path, sidebar }: SidebarScreen): NavEntry => ({
  key: id,
  href: path,
  Icon: screenIcons[sidebar.icon],
});

const isOpenTo = (viewer: Viewer) => (screen: Screen) => screen.state === 'built' && mayOpen(viewer, screen);

function openScreens(viewer: Viewer): SidebarScreen[] {
  return sidebarScreens.filter(isOpenTo(viewer));
}

/** Puts the entries of a group where its first one stands. */
export function groupScreens(entries: readonly SidebarScreen[]): NavItem[] {
  const items: NavItem[] = [];
  const groups = new Map<SidebarGroup, NavGroup>();
  for (const screen of entries) {
    const { group: key } = screen.sidebar;
    const group = key === null ? undefined : (groups.get(key) ?? { key, children: [] });
    if (group === undefined) items.push(toEntry(screen));
    else {
      if (group.children.length === 0) items.push(group);
      group.children.push(toEntry(screen));
      groups.set(group.key, group);
    }
  }
  return items;
}

/** What the sidebar shows to this person. */
export function sidebarItems(viewer: Viewer): NavItem[] {
  return groupScreens(openScreens(viewer));
}

/** The same without groups. */
export function sidebarEntries(viewer: Viewer): NavEntry[] {
  return openScreens(viewer).map(toEntry);
}

export function quickSwitcherEntries(viewer: Viewer): NavEntry<SwitcherScreen['id']>[] {
  return switcherScreens.filter(isOpenTo(viewer)).map((screen) => ({
    key: screen.id,
    href: screen.path,
    Icon: screenIcons['sidebar' in screen ? screen.sidebar.icon : screen.quickSwitcherIcon],
  }));
}
