import { BrandMark } from '@kindling/design/brand-mark';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { NavLink } from 'react-router';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { prefetchScreen } from '../screens.ts';
import { isGroup, type NavEntry, type NavGroup, sidebarItems } from './navigation.ts';
import css from './sidebar.module.css';
import { EntryCount } from './sidebar-counts.tsx';
import { useViewer } from './use-viewer.ts';

// locale-keys: app.nav.*
// locale-keys: app.group.*

const local = () => localStorage;

interface SidebarProps {
  /** Closes the drawer on phones. */
  onNavigate?: () => void;
}

/** Brand and navigation. */
export function Sidebar({ onNavigate }: SidebarProps) {
  const { t } = useText();
  const { brand } = useConfig();
  const viewer = useViewer();
  return (
    <div className={css.sidebar}>
      <a href="/" className={css.brand}>
        <BrandMark size={26} />
        <span className={css.label} data-foreign>
          {brand.name}
        </span>
      </a>
      <nav aria-label={t('shell.navigation')}>
        {viewer?.role === 'Super Admin' ? <p className={css.heading}>{t('admin.heading')}</p> : null}
        <ul className={css.entries}>
          {(viewer === null ? [] : sidebarItems(viewer)).map((item) =>
            isGroup(item) ? (
              <Group key={item.key} group={item} {...(onNavigate ? { onNavigate } : {})} />
            ) : (
              <Entry key={item.key} entry={item} {...(onNavigate ? { onNavigate } : {})} />
            ),
          )}
        </ul>
      </nav>
    </div>
  );
}

/** A section that opens and closes. This device stores which sections are closed. */
function Group({ group, onNavigate }: { group: NavGroup } & SidebarProps) {
  const { t } = useText();
  const id = useId();
  const stored = `sidebarGroup.${group.key}`;
  const [open, setOpen] = useState(() => readStored(local, stored) !== 'closed');
  const toggle = () => {
    setOpen(!open);
    writeStored(local, stored, open ? 'closed' : null);
  };
  return (
    <li className={css.group} data-group={group.key}>
      <button type="button" className={css.toggle} aria-expanded={open} aria-controls={id} onClick={toggle}>
        <span className={css.label}>{t(`group.${group.key}`)}</span>
        <IconChevronDown className={css.chevron} size={16} stroke={1.75} aria-hidden />
      </button>
      <ul id={id} className={css.entries} hidden={!open}>
        {group.children.map((entry) => (
          <Entry key={entry.key} entry={entry} {...(onNavigate ? { onNavigate } : {})} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ entry: { key, href, Icon }, onNavigate }: { entry: NavEntry } & SidebarProps) {
  const { t, i18n } = useText();
  const ahead = () => prefetchScreen(i18n, href);
  return (
    <li>
      <NavLink
        to={href}
        className={css.entry ?? ''}
        onPointerEnter={ahead}
        onFocus={ahead}
        {...(onNavigate ? { onClick: onNavigate } : {})}
      >
        <Icon className={css.icon} size={20} stroke={1.75} aria-hidden />
        <span className={css.label}>{t(`nav.${key}`)}</span>
        <EntryCount entry={key} />
      </NavLink>
    </li>
  );
}
