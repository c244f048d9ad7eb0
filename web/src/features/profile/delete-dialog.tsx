import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { signInAgain, useConfig, useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './profile.module.css';
import { useSave } from './use-save.ts';
import { refusedField } from './use-section.ts';

interface DialogProps {
  account: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the account's name, and for a sign-in when the last one is long ago. */
export function DeleteDialog({ account, opened, onClose }: DialogProps) {
  const { t } = useText();
  const session = useSession();
  const { auth } = useConfig();
  const [typed, setTyped] = useState('');
  const begin = useSave((accountName: string) => client.profile.beginDeletion({ accountName }));
  const close = () => {
    setTyped('');
    begin.reset();
    prove.reset();
    onClose();
  };
  const run = () =>
    begin.mutate(typed, {
      onSuccess: () => {
        close();
        // The banner that has just come stands at the top.
        window.scrollTo({ top: 0 });
      },
    });
  const prove = useMutation({
    mutationFn: () => signInAgain(session, { prove: true }),
    onSuccess: (samePerson) => (samePerson ? run() : location.reload()),
  });
  const mustProve = begin.error !== null && toApiError(begin.error).code === 'sign-in-again';
  const wrong = refusedField(begin.error, 'accountName');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') run();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('profile:delete.dialogTitle', { account })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} className={css.dialog} noValidate>
        <p>{t('profile:delete.dialogText')}</p>
        {auth.passwordUrl === null ? <p>{t('profile:delete.hosted', { domain: auth.domain })}</p> : null}
        <TextInput
          label={t('profile:delete.typeName', { account })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
          error={wrong ? t('profile:delete.wrongName') : null}
        />
        {mustProve ? (
          <Notice
            tone="warn"
            alert
            action={
              <Button size="xs" variant="default" loading={prove.isPending} onClick={() => prove.mutate()}>
                {t('profile:delete.signIn')}
              </Button>
            }
          >
            {prove.isError ? t('profile:delete.signInFailed') : t('profile:delete.prove')}
          </Notice>
        ) : null}
        {begin.error === null || mustProve || wrong ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={begin.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={begin.isPending}
            disabled={typed.trim() === '' || mustProve}
          >
            {t('profile:delete.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
