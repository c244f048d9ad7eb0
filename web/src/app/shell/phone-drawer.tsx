import { CloseButton, Drawer } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import { usePreferences } from '../../lib/preferences.ts';
import css from './phone-drawer.module.css';
import { Sidebar } from './sidebar.tsx';
import { useDelayedOpen } from './use-delayed-open.ts';

/** The sidebar on small screens. */
export function PhoneDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useText();
  const { sidebarPosition } = usePreferences().preferences;
  return (
    <Drawer
      opened={useDelayedOpen(opened)}
      onClose={onClose}
      size={288}
      padding={0}
      position={sidebarPosition}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('shell.navigation') } }}
      classNames={{ content: css.content ?? '' }}
      hiddenFrom="lg"
    >
      <CloseButton
        className={css.close ?? ''}
        size={40}
        aria-label={t('shell.closeNavigation')}
        onClick={onClose}
      />
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
