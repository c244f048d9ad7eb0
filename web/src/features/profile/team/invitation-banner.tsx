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
  const count = waiting.data?.invitations.length ?? 0;
  if (onProfile || count === 0) return null;
  return (
    <div className={css.banner}>
      <Notice
        tone="info"
        title={t('invited.title', { count })}
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
