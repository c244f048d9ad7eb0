import { Button } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './profile.module.css';
import { useSave } from './use-save.ts';

/** Says that the account is going, and when, with the way back. Nothing while nobody asked for it. */
export function DeletionBanner() {
  const { t, i18n } = useText();
  const day = useAuth().additionalUserDetails?.deletionScheduledFor ?? null;
  const takeBack = useSave(() => client.profile.takeBackDeletion());
  if (day === null) return null;
  const keep = () =>
    takeBack.mutate(undefined, {
      onSuccess: () => toast({ tone: 'good', message: t('profile:delete.takenBack') }),
    });
  return (
    <div className={css.banner}>
      <Notice
        tone="warn"
        title={t('profile:delete.scheduled', { day: formatDay(day, i18n.resolvedLanguage ?? 'en') })}
        action={
          <Button variant="default" size="xs" loading={takeBack.isPending} onClick={keep}>
            {t('profile:delete.takeBack')}
          </Button>
        }
      >
        {takeBack.error === null ? t('profile:delete.scheduledText') : <ErrorText error={takeBack.error} />}
      </Notice>
    </div>
  );
}
