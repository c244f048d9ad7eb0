import type { SignInSession } from '@kindling/contract/profile';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { clearSession, useSession } from '../../lib/auth/session.tsx';
import { formatDay, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './profile.module.css';

const phoneSystems = new Set(['iOS', 'Android']);

/** The browsers in which the user is signed in; each one, or all at once, can be signed out. */
export function Sessions() {
  const { t } = useText();
  const session = useSession();
  const cache = useQueryClient();
  const sessions = useQuery(query.profile.listSessions.queryOptions({ input: {} }));
  const [confirming, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const endSession = useMutation({
    mutationFn: (id: string) => client.profile.endSession({ id }),
    onSuccess: () => {
      // The pressed button disappears with its row, so the focus needs a new place.
      heading.current?.focus();
      return cache.invalidateQueries({ queryKey: query.profile.listSessions.key() });
    },
  });
  const endAllSessions = useMutation({
    mutationFn: () => client.profile.endAllSessions(),
    onSuccess: () => clearSession(session),
  });
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={css.label}>
        {t('profile:signIn.sessions')}
      </h3>
      {sessions.isPending ? <Skeleton shape="rows" height={64} /> : null}
      {sessions.isError ? <ErrorState error={sessions.error} retry={() => void sessions.refetch()} /> : null}
      <ul className={css.sessions}>
        {sessions.data?.sessions.map((one) => (
          <SessionRow
            key={one.id}
            session={one}
            busy={endSession.isPending && endSession.variables === one.id}
            onEnd={endSession.mutate}
          />
        ))}
      </ul>
      <p className="k-hidden" role="status">
        {endSession.isSuccess ? t('profile:signIn.ended') : null}
      </p>
      {endSession.error === null ? null : (
        <p className={css.fault} role="alert">
          <ErrorText error={endSession.error} />
        </p>
      )}
      <div className={css.row}>
        <p className={css.hint}>{t('profile:signIn.delay')}</p>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('profile:signIn.endAll')}
        </Button>
      </div>
      <ConfirmDialog
        opened={confirming}
        title={t('profile:signIn.endAllTitle')}
        confirm={t('profile:signIn.endAll')}
        busy={endAllSessions.isPending}
        error={endAllSessions.error}
        onConfirm={() => endAllSessions.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('profile:signIn.endAllText')}
      </ConfirmDialog>
    </>
  );
}

function SessionRow(props: { session: SignInSession; busy: boolean; onEnd: (id: string) => void }) {
  const { t, i18n } = useText();
  const { id, browser, system, network, signedInAt, lastUsedAt, current } = props.session;
  const { language } = i18n;
  const name =
    browser !== '' && system !== ''
      ? t('profile:signIn.browserOn', { browser, system })
      : browser || system || t('profile:signIn.unknownBrowser');
  const Icon = phoneSystems.has(system) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={css.session}>
      <Icon size={22} stroke={1.75} className={css.device} aria-hidden />
      <div className={css.sessionWords}>
        <p className={css.sessionName}>
          {name} {current ? <Tag tone="good">{t('profile:signIn.current')}</Tag> : null}
        </p>
        <p className={css.hint}>
          {t('profile:signIn.lastUsed', { when: formatRelative(lastUsedAt, language) })}
          <span aria-hidden> · </span>
          {t('profile:signIn.since', { day: formatDay(signedInAt, language) })}
          <span aria-hidden> · </span>
          {t('profile:signIn.network', { network })}
        </p>
      </div>
      {current ? null : (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={props.busy}
          onClick={() => props.onEnd(id)}
          aria-label={t('profile:signIn.endLabel', { name })}
        >
          {t('profile:signIn.end')}
        </Button>
      )}
    </li>
  );
}
