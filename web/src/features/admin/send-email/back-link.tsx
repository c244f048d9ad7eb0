import { IconArrowLeft } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { LinkButton } from '../../../ui/link-button.tsx';

/** The way back to the list. */
export function BackLink() {
  const { t } = useText();
  return (
    <LinkButton
      to="/admin/send-email"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowLeft size={15} aria-hidden />}
    >
      {t('admin-send-email:back')}
    </LinkButton>
  );
}
