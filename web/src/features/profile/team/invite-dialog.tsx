import { isReachableEmail } from '@kindling/contract/email-address';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../../lib/api/client.ts';
import { focusFirstError } from '../../../lib/focus-first-error.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { toast } from '../../../ui/toast.ts';
import css from '../profile.module.css';
import { rejectedFieldErrors } from '../section-values.ts';
import {
  AccessFields,
  type AccessValues,
  accessInput,
  accessValues,
  lacksLocations,
} from './access-fields.tsx';
import { Refusal } from './refusal.tsx';
import { useTeamMutation } from './use-team.ts';

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Invites an address by mail, with a role. Stays mounted, because it returns the focus when it closes. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('profile:team.inviteTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: Pick<InviteDialogProps, 'onClose'>) {
  const { t } = useText();
  const form = useForm<AccessValues & { email: string }>({
    initialValues: { email: '', ...accessValues('responder', null) },
    onValuesChange: () => {
      if (invite.isError) invite.reset();
    },
    validate: { email: (email) => (isReachableEmail(email.trim()) ? null : t('profile:team.wrongEmail')) },
  });
  const checkAddress = () => {
    // Whoever passes the empty field has entered nothing wrong yet.
    if (form.values.email.trim() !== '') form.validateField('email');
  };
  const invite = useTeamMutation((values: typeof form.values) =>
    client.team.invite({ email: values.email.trim(), ...accessInput(values) }),
  );
  const send = (values: typeof form.values) =>
    invite.mutate(values, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.invited', { email: values.email.trim() }) });
        onClose();
      },
    });
  const { email: wrongEmail } = rejectedFieldErrors(invite.error, ['email'], t('profile:team.wrongEmail'));
  return (
    <form className={css.dialog} onSubmit={form.onSubmit(send, focusFirstError)} noValidate>
      <TextInput
        type="email"
        label={t('profile:team.email')}
        description={t('profile:team.emailHint')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
        onBlur={checkAddress}
        error={form.errors.email ?? wrongEmail}
      />
      <AccessFields form={form} />
      {wrongEmail === undefined ? (
        <Refusal error={invite.error} retry={() => send(form.getValues())} />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={invite.isPending} disabled={lacksLocations(form.values)}>
          {t('profile:team.sendInvitation')}
        </Button>
      </Group>
    </form>
  );
}
