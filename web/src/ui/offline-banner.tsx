import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../lib/i18n/text.ts';
import { type NetworkState, useNetworkState } from '../lib/network-state.ts';
import css from './offline-banner.module.css';

/**
 * Says that the connection is lost, what still works, and when it is back. It covers a part of the page, so that
 * nothing moves. The live region is always in the page, because screen readers announce changes only in a region that
 * already exists.
 */
export function OfflineBanner() {
  const { t } = useText();
  const connection = useNetworkState();
  const queries = useQueryClient();
  const [last, setLast] = useState<NetworkState>(connection);
  const [wasGone, setWasGone] = useState(false);
  if (last !== connection) {
    setLast(connection);
    setWasGone(connection === 'online');
  }
  useEffect(() => {
    // Queries may have failed in the meantime, and their data may be old.
    if (wasGone) void queries.invalidateQueries();
  }, [wasGone, queries]);
  const Icon = connection === 'offline' ? IconWifiOff : IconCloudOff;
  return (
    <div className={css.region} role="status" aria-live="polite">
      {connection === 'online' ? (
        wasGone ? (
          <span className="k-hidden">{t('errors:connection.back')}</span>
        ) : null
      ) : (
        <div className={css.banner}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <p className={css.words}>
            <strong>{t(`errors:connection.${connection}Title`)}</strong>{' '}
            {t(`errors:connection.${connection}Text`)}
          </p>
        </div>
      )}
    </div>
  );
}
