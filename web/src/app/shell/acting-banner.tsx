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
        <Who name={name} account={details.accountName} email={details.email} />
        <span className={css.left}>{t('acting.minutesLeft', { count: minutes })}</span>
      </p>
      <Button
        size="xs"
        variant="outline"
        classNames={{ root: css.back ?? '', label: css.backLabel ?? '' }}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('acting.back')}
      </Button>
      <ActingConfirm name={name} account={details.accountName} adminName={acting.adminName} />
    </section>
  );
}

/** Stand in the sentence for the names; no text has these characters. */
const places = { name: '\uE000', account: '\uE001' } as const;

/** The names are shortened each by itself, so that a long one does not hide the other. */
function Who({ name, account, email }: { name: string; account: string; email: string }) {
  const { t } = useText();
  return (
    <span className={css.who}>
      {t('acting.who', places)
        .split(/(\uE000|\uE001)/u)
        .map((part) => {
          if (part === places.name) return <Name key={part} text={name} title={`${name} (${email})`} />;
          return part === places.account ? <Name key={part} text={account} title={account} /> : part;
        })}
    </span>
  );
}

function Name({ text, title }: { text: string; title: string }) {
  return (
    <span className={css.name} title={title} dir="auto" data-foreign>
      {text}
    </span>
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
