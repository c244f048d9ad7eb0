import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import css from '../profile.module.css';

const freshMs = 5 * 60_000;

/** Says on every screen but the profile, which lists them, that invitations wait for the person. */
export function InvitationBanner() {
  const { t } = useText();
  const onProfile = useLocation().pathname === '/profile';
  const waiting = useQuery(
    query.team.listOwnInvitations.queryOptions({ input: {}, staleTime: freshMs, enabled: !onProfile }),
  );
  const invitations = waiting.data?.invitations ?? [];
  const count = invitations.length;
  if (onProfile || count === 0) return null;
  const account = count === 1 ? invitations[0]?.accountName : null;
  return (
    <div className={css.banner}>
      <Notice
        tone="info"
        title={account ? t('invited.named', { account }) : t('invited.title', { count })}
        action={
          <Button component={Link} to="/profile#team" variant="default" size="xs">
            {t('invited.see')}
          </Button>
        }
      >
        {t('invited.text')}
      </Notice>
    </div>
  );
}
