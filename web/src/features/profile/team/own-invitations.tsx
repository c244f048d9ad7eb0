import type { OwnInvitation } from '@kindling/contract/team';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { openAccount } from '../../../lib/api/current-account.ts';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { DeclineButton } from './decline-button.tsx';
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

interface OwnInvitationsProps {
  invitations: readonly OwnInvitation[];
  /** The row has gone, and with it the focused button. */
  onDeclined?: () => void;
}

/** The invitations as rows, each with buttons to join and to decline. */
export function OwnInvitations({ invitations, onDeclined }: OwnInvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <ul className={css.rows}>
      {invitations.map((invitation) => (
        <OwnInvitationRow key={invitation.id} invitation={invitation} onDeclined={onDeclined} />
      ))}
    </ul>
  );
}

interface OwnInvitationRowProps {
  invitation: OwnInvitation;
  onDeclined: (() => void) | undefined;
}

function OwnInvitationRow({ invitation, onDeclined }: OwnInvitationRowProps) {
  const { t, i18n } = useText();
  const join = useJoin();
  const { id, accountName, invitedBy, role, limited, expiresAt } = invitation;
  // Without a name the text of the button says enough.
  const account = accountName ?? undefined;
  return (
    <li className={css.row} data-plain>
      <div className={css.who}>
        <p className={css.name} data-foreign={accountName !== null || undefined}>
          {accountName ?? t('profile:invitation.unnamed')}
        </p>
        <p className={css.muted}>
          {invitedBy === null ? null : `${t('profile:invitation.from', { name: invitedBy })} · `}
          {t(`role.${role}`)} · {limited ? `${t('profile:team.someLocations')} · ` : null}
          {t('profile:invitation.until', { day: formatDay(expiresAt, i18n.language) })}
        </p>
        <Refusal error={join.error} retry={() => join.mutate(id)} inRow />
      </div>
      <div className={css.actions}>
        <Button
          size="xs"
          loading={join.isPending || join.isSuccess}
          aria-label={account && t('profile:invitation.joinAccount', { account })}
          onClick={() => join.mutate(id)}
        >
          {t('profile:invitation.join')}
        </Button>
        <DeclineButton invitation={invitation} onDeclined={onDeclined} size="xs" />
      </div>
    </li>
  );
}
