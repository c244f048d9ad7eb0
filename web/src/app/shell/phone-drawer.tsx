import { Drawer } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on small screens. */
export function PhoneDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={264}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('shell.navigation') } }}
      hiddenFrom="lg"
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
