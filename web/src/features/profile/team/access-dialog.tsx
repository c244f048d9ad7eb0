import type { Member } from '@kindling/contract/team';
import { Button, Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from '../profile.module.css';
import {
  AccessFields,
  type AccessValues,
  accessInput,
  accessValues,
  lacksLocations,
} from './access-fields.tsx';
import { EndingInvitations } from './ending-invitations.tsx';
import { Refusal } from './refusal.tsx';
import { memberName, useTeamMutation } from './use-team.ts';

interface AccessDialogProps {
  member: Member;
  onClose: () => void;
}

/** Changes the role and the locations of a member. Mounted only while it is open. */
export function AccessDialog({ member, onClose }: AccessDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span data-foreign>{memberName(member)}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {member.locationCount === null ? (
        <AccessForm member={member} locationIds={null} onClose={onClose} />
      ) : (
        <LimitedAccess member={member} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The form of a limited member, once all their locations are loaded: the team lists the first ones only. */
function LimitedAccess({ member, onClose }: AccessDialogProps) {
  const { data, error, refetch } = useQuery({
    ...query.team.getMember.queryOptions({ input: { id: member.userId } }),
    // The form begins with the stored locations each time.
    gcTime: 0,
  });
  if (data !== undefined)
    return <AccessForm member={member} locationIds={data.member.locationIds} onClose={onClose} />;
  return error === null ? (
    <Skeleton shape="form" height={220} />
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  );
}

interface AccessFormProps extends AccessDialogProps {
  /** Null: all locations. */
  locationIds: readonly string[] | null;
}

function AccessForm({ member, locationIds, onClose }: AccessFormProps) {
  const { t } = useText();
  const form = useForm<AccessValues>({ initialValues: accessValues(member.role, locationIds) });
  const change = useTeamMutation((values: AccessValues) =>
    client.team.changeMember({ id: member.userId, ...accessInput(values) }),
  );
  const save = (values: AccessValues) =>
    change.mutate(values, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.changed', { name: memberName(member) }) });
        onClose();
      },
    });
  return (
    <form className={css.dialog} onSubmit={form.onSubmit(save)}>
      <AccessFields form={form} />
      <EndingInvitations member={member} access={accessInput(form.values)} />
      <Refusal error={change.error} retry={() => save(form.getValues())} />
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
  );
}
