import { homePaths } from '@kindling/contract/screens';
import type { User } from '@kindling/contract/users';
import { Button, Group } from '@mantine/core';
import { useAuth } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { CenteredMessage } from './centered-message.tsx';
import { useEndActing } from './shell/use-end-acting.tsx';

/**
 * Shown when the acting session of this tab is over, or when another tab has begun one: each way on loads the app again,
 * so that nothing of the former account stays in memory.
 */
export function ActingChanged({ user }: { user: User }) {
  const { t } = useText();
  const before = useAuth().additionalUserDetails;
  const end = useEndActing();
  if (user.acting === null)
    return (
      <CenteredMessage
        title={t('acting.endedTitle', { name: before?.displayName || before?.email })}
        text={t('acting.endedText')}
      >
        <Group justify="center">
          <Button onClick={() => location.assign(homePaths[user.role])}>{t('acting.back')}</Button>
        </Group>
      </CenteredMessage>
    );
  return (
    <CenteredMessage
      title={t('acting.elsewhereTitle', { name: user.displayName || user.email })}
      text={t('acting.elsewhereText')}
    >
      <Group justify="center">
        <Button onClick={() => location.assign(homePaths.Regular)}>{t('acting.goOn')}</Button>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t('acting.back')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
