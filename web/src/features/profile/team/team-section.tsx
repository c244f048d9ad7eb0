import type { Team } from '@kindling/contract/team';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ProfileSection } from '../profile-section.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveTeam } from './leave-team.tsx';
import { MemberRow } from './member-row.tsx';
import { OwnInvitations, useOwnInvitations } from './own-invitations.tsx';
import { OfferNotice } from './ownership-offer.tsx';
import css from './team.module.css';
import { useTeam } from './use-team.ts';

/** The members of the account, who is invited, and the person's own membership. */
export function TeamSection() {
  const { t } = useText();
  const { data, error, isPending, refetch } = useTeam({ live: true });
  return (
    <ProfileSection id="team" title={t('profile:team.title')} lead={t('profile:team.lead')}>
      {isPending ? <Skeleton shape="rows" height={220} /> : null}
      {data === undefined && error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : <TeamLists team={data.team} />}
    </ProfileSection>
  );
}

function TeamLists({ team }: { team: Team }) {
  const { t } = useText();
  const mayInvite = useMayDo('members.manage');
  const [inviting, setInviting] = useState(false);
  const members = useRef<HTMLHeadingElement>(null);
  const own = useOwnInvitations().data?.invitations ?? [];
  // The row of what was removed takes the focused button with it.
  const focusMembers = () => members.current?.focus();
  return (
    <div className={css.lists}>
      <OfferNotice team={team} for="everybody" onEnded={focusMembers} />
      {own.length === 0 ? null : (
        <div>
          <h3 className={css.heading}>{t('profile:invitation.yours')}</h3>
          <OwnInvitations invitations={own} onDeclined={focusMembers} />
        </div>
      )}
      <div>
        <div className={css.head}>
          <h3 ref={members} tabIndex={-1} className={css.heading}>
            {t('profile:team.members', { count: team.members.length })}
          </h3>
          {mayInvite ? (
            <Button
              size="xs"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => setInviting(true)}
            >
              {t('profile:team.invite')}
            </Button>
          ) : null}
        </div>
        <ul className={css.rows}>
          {team.members.map((member) => (
            <MemberRow key={member.userId} member={member} onRemoved={focusMembers} />
          ))}
        </ul>
      </div>
      {team.invitations.length === 0 ? null : (
        <div>
          <h3 className={css.heading}>{t('profile:team.invitations')}</h3>
          <ul className={css.rows}>
            {team.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onRevoked={focusMembers} />
            ))}
          </ul>
        </div>
      )}
      <LeaveTeam team={team} />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </div>
  );
}
