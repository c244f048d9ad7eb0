import type { SignInBlock } from '@kindling/contract/users';
import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { signOut, useConfig, useSession } from '../lib/auth/session.tsx';
import { formatDay } from '../lib/i18n/formats.ts';
import { useText } from '../lib/i18n/text.ts';
import { ErrorText } from '../ui/states.tsx';
import css from './centered-message.module.css';
import { CenteredMessage } from './centered-message.tsx';

// locale-keys: app.blocked.reasons.*

/** Shown to a person whom the operator has blocked: since when, why, and whom to write to. */
export function Blocked({ block: { since, reason } }: { block: SignInBlock }) {
  const { t, i18n } = useText();
  const session = useSession();
  const { name: brand, supportEmail: email } = useConfig().brand;
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <CenteredMessage title={t('blocked.title')} text={t('blocked.text', { brand })}>
      <p className={css.text}>{t('blocked.since', { day: formatDay(since, i18n.language) })}</p>
      {reason === null ? null : (
        <p className={css.text}>{t('blocked.reason', { reason: t(`blocked.reasons.${reason}`) })}</p>
      )}
      <p className={css.text}>
        {t('blocked.contact')}{' '}
        <Anchor href={`mailto:${email}`} inherit underline="always">
          {email}
        </Anchor>
      </p>
      {failure === null ? null : (
        <p role="alert" className={css.text}>
          <ErrorText error={failure} />
        </p>
      )}
      <Group justify="center">
        <Button variant="default" onClick={() => signOut(session).catch(setFailure)}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
