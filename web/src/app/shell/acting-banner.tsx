import type { Acting } from '@kindling/contract/acting';
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useReadUser } from '../../lib/auth/current-user.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import css from './acting-banner.module.css';
import { ActingConfirm } from './acting-confirm.tsx';
import { useEndActing } from './use-end-acting.tsx';

/** Says above every screen as whom an administrator acts and for how long, with the way back. Nothing hides it. */
export function ActingBanner({ acting }: { acting: Acting }) {
  const { t } = useText();
  const details = useAuth().additionalUserDetails;
  const minutes = useMinutesLeft(acting.endsAt);
  const end = useEndActing();
  if (details === null) return null;
  const name = details.displayName || details.email;
  return (
    <section className={css.banner} aria-label={t('acting.title')}>
      <IconUserShield size={20} stroke={1.75} aria-hidden className={css.icon} />
      <p className={css.words}>
        <span className={css.who} title={details.email}>
          {t('acting.who', { name, account: details.accountName })}
        </span>
        <span className={css.left}>{t('acting.minutesLeft', { count: minutes })}</span>
      </p>
      <Button
        size="xs"
        variant="outline"
        className={css.back}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('acting.back')}
      </Button>
      <ActingConfirm name={name} account={details.accountName} adminName={acting.adminName} />
    </section>
  );
}

const tickMs = 5_000;

/** Whole minutes left, rounded up. At the end the user record is read again, which tells that the session is over. */
function useMinutesLeft(endsAt: string): number {
  const readUser = useReadUser();
  const [now, setNow] = useState(Date.now);
  const end = Date.parse(endsAt);
  useEffect(() => {
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= end) void readUser();
    };
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [end, readUser]);
  return Math.max(0, Math.ceil((end - now) / 60_000));
}
