import type { Connection } from '@kindling/contract/connections';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useIsOperator } from '../../lib/auth/use-is-operator.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useCanConnect } from '../../lib/connect/use-can-connect.ts';
import { useConnect } from '../../lib/connect/use-connect.ts';
import { formatDay, formatMoment, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { reasonText } from './reason-text.ts';
import { useIfFuture } from './use-if-future.ts';

// locale-keys: common.source.*
// locale-keys: connections.statusText.*

/** Explains what is wrong with a connection, with a button that helps. Renders nothing for a healthy one. */
export function ConnectionStatusNotice({ connection }: { connection: Connection }) {
  const { t, i18n } = useText();
  const { status } = connection;
  const waitingUntil = useIfFuture(connection.waitingUntil);
  const platform = t(`common:source.${connection.platform}`);
  if (status === 'disconnected') return <DisconnectedNotice connection={connection} />;
  if (status === 'active' && connection.pausedByOperatorSince !== null)
    return (
      <Notice tone="info">
        {t('connections:operatorPause.platform', {
          platform,
          time: formatMoment(connection.pausedByOperatorSince, i18n.language),
        })}
      </Notice>
    );
  if (status === 'active')
    return waitingUntil === null ? null : (
      <Notice tone="info">
        {t('connections:waiting', { platform, time: formatMoment(waitingUntil, i18n.language) })}
      </Notice>
    );
  if (status === 'withdrawn' || status === 'not_approved')
    return <AccessLostNotice connection={connection} />;
  return <ReauthorizeNotice connection={connection} />;
}

function ReauthorizeNotice({ connection }: { connection: Connection }) {
  const { t } = useText();
  const connect = useConnect();
  const mayManage = useMayDo('connections.manage');
  const can = useCanConnect(connection.platform) && mayManage;
  const platform = t(`common:source.${connection.platform}`);
  return (
    <Notice
      tone="warn"
      alert
      action={
        can ? (
          <Button
            size="xs"
            loading={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate(connection.platform)}
          >
            {t('connections:reconnect')}
          </Button>
        ) : null
      }
    >
      {connection.reason === null
        ? t(`connections:statusText.${connection.status}`)
        : reasonText(t, connection.reason)}{' '}
      {mayManage ? t('connections:reconnectText', { platform }) : null}{' '}
      {connect.error === null ? null : <ErrorText error={connect.error} />}
    </Notice>
  );
}

/** The platform denies access for now. The button checks again with one API call; the server also does so by itself. */
function AccessLostNotice({ connection }: { connection: Connection }) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('connections.manage');
  const isOperator = useIsOperator();
  const queries = useQueryClient();
  const platform = t(`common:source.${connection.platform}`);
  const checkAccess = useMutation({
    mutationFn: () => client.connections.recheckAccess({ id: connection.id }),
    onSuccess: async () => {
      toast({ tone: 'good', message: t('connections:readableAgain', { platform }) });
      await queries.invalidateQueries({ queryKey: query.connections.key() });
    },
  });
  const withdrawn = connection.status === 'withdrawn';
  const since = formatDay(connection.statusSince, i18n.language);
  return (
    <Notice
      tone={withdrawn ? 'info' : 'warn'}
      alert
      action={
        mayManage ? (
          <Button
            size="xs"
            variant="default"
            loading={checkAccess.isPending}
            onClick={() => checkAccess.mutate()}
          >
            {withdrawn ? t('connections:recheckAccess') : t('connections:checkAgain')}
          </Button>
        ) : null
      }
    >
      {withdrawn
        ? t('connections:withdrawnText', { platform, since })
        : t('connections:notApprovedText', { platform, since })}{' '}
      {!withdrawn && mayManage && isOperator ? t('connections:approvalBelow') : null}{' '}
      {checkAccess.error === null ? null : (
        <strong>
          {t('connections:asked')} <ErrorText error={checkAccess.error} />
        </strong>
      )}
    </Notice>
  );
}

/** Disconnected, with a delayed deletion: what will be deleted and when, with buttons to reconnect or delete now. */
function DisconnectedNotice({ connection }: { connection: Connection }) {
  const { t, i18n } = useText();
  const connect = useConnect();
  const mayManage = useMayDo('connections.manage');
  const can = useCanConnect(connection.platform);
  const [deleting, setDeleting] = useState(false);
  const platform = t(`common:source.${connection.platform}`);
  const count = connection.listings.reduce((sum, listing) => sum + listing.storedCount, 0);
  return (
    <Notice
      tone="warn"
      action={
        mayManage ? (
          <Group gap="xs">
            {can ? (
              <Button
                size="xs"
                loading={connect.isPending || connect.isSuccess}
                onClick={() => connect.mutate(connection.platform)}
              >
                {t('connections:keepByConnecting')}
              </Button>
            ) : null}
            <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
              {t('connections:deleteNow')}
            </Button>
          </Group>
        ) : null
      }
    >
      {t('connections:endedText', {
        platform,
        count,
        value: formatNumber(count, i18n.language),
        day: formatDay(connection.deleteContentAt ?? connection.statusSince, i18n.language),
      })}{' '}
      {connect.error === null ? null : <ErrorText error={connect.error} />}
      <DisconnectDialog connection={connection} opened={deleting} onClose={() => setDeleting(false)} />
    </Notice>
  );
}
