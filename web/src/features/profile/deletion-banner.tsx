import { Button } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useArea } from '../../lib/i18n/use-area.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './profile.module.css';
import { useProfileMutation } from './use-profile-mutation.ts';

/**
 * Says when the account will be deleted, with a button to keep it. It is shown above every screen, so it loads its own
 * texts.
 */
export function DeletionBanner() {
  const day = useAuth().additionalUserDetails?.deletionScheduledFor ?? null;
  const { t } = useText();
  const texts = useArea('profile', day !== null);
  if (texts.error !== null)
    return (
      <div className={css.banner}>
        <Notice
          tone="warn"
          title={t('common:failed')}
          action={
            <Button
              variant="default"
              size="xs"
              loading={texts.isFetching}
              onClick={() => void texts.refetch()}
            >
              {t('common:tryAgain')}
            </Button>
          }
        >
          <ErrorText error={texts.error} />
        </Notice>
      </div>
    );
  return day === null || texts.isPending ? null : <Banner day={day} />;
}

function Banner({ day }: { day: string }) {
  const { t, i18n } = useText();
  const mayCancel = useMayDo('account.delete');
  const cancelDeletion = useProfileMutation(() => client.profile.cancelDeletion());
  const onKeepAccount = () =>
    cancelDeletion.mutate(undefined, {
      onSuccess: () => toast({ tone: 'good', message: t('profile:delete.takenBack') }),
    });
  return (
    <div className={css.banner}>
      <Notice
        tone="warn"
        title={t('profile:delete.scheduled', { day: formatDay(day, i18n.language) })}
        action={
          mayCancel ? (
            <Button variant="default" size="xs" loading={cancelDeletion.isPending} onClick={onKeepAccount}>
              {t('profile:delete.takeBack')}
            </Button>
          ) : null
        }
      >
        {cancelDeletion.error === null ? (
          t('profile:delete.scheduledText')
        ) : (
          <ErrorText error={cancelDeletion.error} />
        )}
      </Notice>
    </div>
  );
}
