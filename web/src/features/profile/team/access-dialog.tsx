import type { Member } from '@kindling/contract/team';
import { Button, Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from '../profile.module.css';
import {
  AccessFields,
  type AccessValues,
  accessInput,
  accessValues,
  lacksLocations,
} from './access-fields.tsx';
import { memberName, useTeamMutation } from './use-team.ts';

/** Changes the role and the locations of a member. Mounted only while it is open. */
export function AccessDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useText();
  const name = memberName(member);
  const form = useForm<AccessValues>({ initialValues: accessValues(member.role, member.locationIds) });
  const change = useTeamMutation((values: AccessValues) =>
    client.team.changeMember({ id: member.userId, ...accessInput(values) }),
  );
  const save = (values: AccessValues) =>
    change.mutate(values, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.changed', { name }) });
        onClose();
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span data-foreign>{name}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.dialog} onSubmit={form.onSubmit(save)}>
        <AccessFields form={form} />
        {change.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={change.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={!form.isDirty() || lacksLocations(form.values)}
          >
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
