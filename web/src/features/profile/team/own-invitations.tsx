import type { OwnInvitation } from '@kindling/contract/team';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { openAccount } from '../../../lib/api/current-account.ts';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Refusal } from './refusal.tsx';
import css from './team.module.css';

// locale-keys: app.role.*

/** Invitations to other accounts that wait for the signed-in person's address. */
export function useOwnInvitations() {
  return useQuery(query.team.listOwnInvitations.queryOptions({ input: {} }));
}

/** Accepts an invitation, and opens the account that the person joins. */
export function useJoin() {
  return useMutation({
    mutationFn: (id: string) => client.team.acceptInvitation({ id }),
    onSuccess: ({ accountId }) => openAccount(accountId),
  });
}

/** The invitations as rows, each with a button to join. */
export function OwnInvitations({ invitations }: { invitations: readonly OwnInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <ul className={css.rows}>
      {invitations.map((invitation) => (
        <OwnInvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function OwnInvitationRow({ invitation }: { invitation: OwnInvitation }) {
  const { t, i18n } = useText();
  const join = useJoin();
  const { id, accountName, invitedBy, role, expiresAt } = invitation;
  return (
    <li className={css.row} data-plain>
      <div className={css.who}>
        <p className={css.name} data-foreign>
          {accountName}
        </p>
        <p className={css.muted}>
          {invitedBy === null ? null : `${t('profile:invitation.from', { name: invitedBy })} · `}
          {t(`role.${role}`)} · {t('profile:invitation.until', { day: formatDay(expiresAt, i18n.language) })}
        </p>
        <Refusal error={join.error} retry={() => join.mutate(id)} inRow />
      </div>
      <div className={css.actions}>
        <Button
          size="xs"
          loading={join.isPending || join.isSuccess}
          aria-label={t('profile:invitation.joinAccount', { account: accountName })}
          onClick={() => join.mutate(id)}
        >
          {t('profile:invitation.join')}
        </Button>
      </div>
    </li>
  );
}
