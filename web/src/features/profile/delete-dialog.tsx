import { Anchor, Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../lib/api/client.ts';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { needsNewSignIn, SignInAgainNotice } from '../../ui/sign-in-again-notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './profile.module.css';
import { showSection } from './profile-section.tsx';
import { rejectedFieldErrors } from './section-values.ts';
import { useProfileMutation } from './use-profile-mutation.ts';

interface DeleteDialogProps {
  account: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the account's name, and for a new sign-in when the last one is too old. */
export function DeleteDialog({ account, opened, onClose }: DeleteDialogProps) {
  const { t } = useText();
  const { auth } = useConfig();
  const isPaying = ['active', 'past_due'].includes(useAuth().additionalUserDetails?.planState ?? '');
  const form = useForm({ initialValues: { accountName: '' } });
  const beginDeletion = useProfileMutation((accountName: string) =>
    client.profile.scheduleDeletion({ accountName }),
  );
  const close = () => {
    form.reset();
    beginDeletion.reset();
    onClose();
  };
  const goToArchive = () => {
    close();
    // The dialog gives the focus back to its button first.
    requestAnimationFrame(() => showSection('archive'));
  };
  const submitDeletion = () =>
    beginDeletion.mutate(form.getValues().accountName, {
      onSuccess: () => {
        close();
        // The banner that announces the deletion is at the top of the page.
        window.scrollTo({ top: 0 });
      },
    });
  const mustReauthenticate = needsNewSignIn(beginDeletion.error);
  const { accountName: wrongName } = rejectedFieldErrors(
    beginDeletion.error,
    ['accountName'],
    t('profile:delete.wrongName'),
  );
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('profile:delete.dialogTitle', { account })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={form.onSubmit(submitDeletion)} className={css.dialog} noValidate>
        <p>{t('profile:delete.dialogText')}</p>
        {isPaying ? <p>{t('profile:delete.planText')}</p> : null}
        <p>
          {t('profile:delete.archiveText')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={goToArchive}>
            {t('profile:delete.archiveFirst')}
          </Anchor>
        </p>
        {auth.passwordUrl === null ? <p>{t('profile:delete.hosted', { domain: auth.domain })}</p> : null}
        <TextInput
          label={t('profile:delete.typeName', { account })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('accountName')}
          error={wrongName}
        />
        {mustReauthenticate ? (
          <SignInAgainNotice onProved={submitDeletion}>{t('profile:delete.prove')}</SignInAgainNotice>
        ) : null}
        {beginDeletion.error === null || mustReauthenticate || wrongName !== undefined ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={beginDeletion.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={beginDeletion.isPending}
            disabled={form.values.accountName.trim() === '' || mustReauthenticate}
          >
            {t('profile:delete.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
