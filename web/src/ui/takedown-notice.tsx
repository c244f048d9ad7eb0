import type { Takedown } from '@kindling/contract/takedowns';
import { Anchor } from '@mantine/core';
import { useConfig } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { Notice } from './notice.tsx';

// locale-keys: common.takedownReason.*
// locale-keys: common.takenDown.*

/** Says to an account that the operator took something of it down, why, and whom to ask. */
export function TakedownNotice({ takenDown, what }: { takenDown: Takedown; what: 'embed' | 'page' }) {
  const { t } = useText();
  const { supportEmail } = useConfig().brand;
  const reason = t(`common:takedownReason.${takenDown.reason}`);
  return (
    <Notice
      tone="bad"
      title={t('common:takenDown.title')}
      action={
        <Anchor href={`mailto:${supportEmail}`} size="sm" underline="always">
          {supportEmail}
        </Anchor>
      }
    >
      {t('common:takenDown.reason', { reason })} {t(`common:takenDown.${what}`)}{' '}
      {t('common:takenDown.contact', { email: supportEmail })}
    </Notice>
  );
}
