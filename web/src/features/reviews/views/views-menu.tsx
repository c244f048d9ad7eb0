import { Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { countFilters, defaultSort } from '../filters.ts';
import type { Inbox } from '../use-inbox-address.ts';
import { ManageViews } from './manage-views.tsx';
import { SaveView } from './save-view.tsx';
import { shownView, useSavedViews } from './use-saved-views.ts';
import css from './views.module.css';

/** Filters that were kept under a name: opens one, keeps those of the list, and changes what was kept. */
export function ViewsMenu({ inbox }: { inbox: Inbox }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = useSavedViews();
  const { filter } = inbox;
  const sort = inbox.sort ?? defaultSort(filter);
  const list = views.data?.views ?? [];
  const shown = shownView(list, filter, sort);
  const isPlain = countFilters(filter) === 0 && inbox.sort === undefined;
  const Icon = shown === undefined ? IconBookmark : IconBookmarkFilled;
  const current = { filter, sort };
  return (
    <>
      <Menu position="bottom-end" width={280} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button
            variant="default"
            // The focus stays here while no entry can be chosen, and the library hears the key in the menu only.
            onKeyDown={({ key }) => {
              if (key === 'Escape') setOpened(false);
            }}
            leftSection={<Icon size={17} stroke={1.75} aria-hidden />}
            classNames={{ label: css.label ?? '' }}
          >
            {shown?.name ?? t('inbox:views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={css.menu}>
          {list.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={view.shared ? <IconUsers size={16} aria-label={t('inbox:views.shared')} /> : null}
              rightSection={
                view.missing.length > 0 ? (
                  <IconAlertTriangle size={16} aria-label={t('inbox:views.missing')} />
                ) : view.id === shown?.id ? (
                  <IconCheck size={16} aria-hidden />
                ) : null
              }
              onClick={() =>
                inbox.show(view.filter, view.sort === defaultSort(view.filter) ? undefined : view.sort)
              }
            >
              <span dir="auto" data-foreign>
                {view.name}
              </span>
            </Menu.Item>
          ))}
          {list.length === 0 ? <p className={css.hint}>{t('inbox:views.none')}</p> : <Menu.Divider />}
          <Menu.Item disabled={isPlain || shown !== undefined} onClick={() => setDialog('save')}>
            {t('inbox:views.save')}
          </Menu.Item>
          {isPlain ? <p className={css.hint}>{t('inbox:views.plain')}</p> : null}
          {list.length === 0 ? null : (
            <Menu.Item onClick={() => setDialog('manage')}>{t('inbox:views.manage')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' ? <SaveView current={current} onClose={() => setDialog(null)} /> : null}
      {dialog === 'manage' ? (
        <ManageViews views={list} current={current} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}
