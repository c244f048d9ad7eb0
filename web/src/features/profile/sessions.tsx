import type { SignInSession } from '@kindling/contract/profile';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { leaveEverywhere, useSession } from '../../lib/auth/session.tsx';
import { formatDay, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './profile.module.css';

const phones = new Set(['iOS', 'Android']);

/** Browsers in which the person is signed in, each with its way out, and one way out for all. */
export function Sessions() {
  const { t } = useText();
  const session = useSession();
  const cache = useQueryClient();
  const listed = useQuery(query.profile.listSessions.queryOptions({ input: {} }));
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useMutation({
    mutationFn: (id: string) => client.profile.endSession({ id }),
    onSuccess: () => {
      // The button that was pressed goes with its row.
      heading.current?.focus();
      return cache.invalidateQueries({ queryKey: query.profile.listSessions.key() });
    },
  });
  const endAll = useMutation({
    mutationFn: () => client.profile.endAllSessions(),
    onSuccess: () => leaveEverywhere(session),
  });
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={css.label}>
        {t('profile:signIn.sessions')}
      </h3>
      {listed.isPending ? <Skeleton height={64} radius="md" /> : null}
      {listed.isError ? <ErrorState error={listed.error} retry={() => void listed.refetch()} /> : null}
      <ul className={css.sessions}>
        {listed.data?.sessions.map((one) => (
          <Row
            key={one.id}
            session={one}
            busy={end.isPending && end.variables === one.id}
            onEnd={end.mutate}
          />
        ))}
      </ul>
      <p className="k-hidden" role="status">
        {end.isSuccess ? t('profile:signIn.ended') : null}
      </p>
      {end.error === null ? null : (
        <p className={css.fault} role="alert">
          <ErrorText error={end.error} />
        </p>
      )}
      <div className={css.row}>
        <p className={css.hint}>{t('profile:signIn.delay')}</p>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('profile:signIn.endAll')}
        </Button>
      </div>
      <Confirm
        opened={asking}
        title={t('profile:signIn.endAllTitle')}
        confirm={t('profile:signIn.endAll')}
        busy={endAll.isPending}
        error={endAll.error}
        onConfirm={() => endAll.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('profile:signIn.endAllText')}
      </Confirm>
    </>
  );
}

function Row(props: { session: SignInSession; busy: boolean; onEnd: (id: string) => void }) {
  const { t, i18n } = useText();
  const { id, browser, system, network, signedInAt, lastUsedAt, current } = props.session;
  const language = i18n.resolvedLanguage ?? 'en';
  const name =
    browser !== '' && system !== ''
      ? t('profile:signIn.browserOn', { browser, system })
      : browser || system || t('profile:signIn.unknownBrowser');
  const Icon = phones.has(system) ? IconDeviceMobile : IconDeviceDesktop;
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
