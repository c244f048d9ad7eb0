import type { Connection } from '@kindling/contract/connections';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { CreateFirstWidget } from '../../ui/create-first-widget.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './connections.module.css';
import { isSyncEnabled } from './is-sync-enabled.ts';
import { newerRun } from './newer-run.ts';
import type { RunsByListing } from './use-sync-progress.ts';

// locale-keys: common.source.*

interface ImportResultProps {
  connection: Connection;
  runs: RunsByListing;
}

/** After the choice of locations: how far their first sync is, then how many reviews it brought and the next step. */
export function ImportResult({ connection, runs }: ImportResultProps) {
  const listings = connection.listings.filter((listing) => isSyncEnabled(connection, listing));
  const states = listings.map((listing) => newerRun(listing.lastRun, runs.get(listing.id) ?? null));
  // The row of a listing says why its sync failed.
  if (listings.length === 0 || states.some((run) => run?.outcome === 'failed')) return null;
  if (states.every((run) => run !== null && run.outcome !== 'running'))
    return <Imported connection={connection} />;
  const seen = states.reduce((sum, run) => sum + (run?.seen ?? 0), 0);
  const isKnown = states.every((run) => run !== null && run.expected !== null);
  const expected = isKnown ? states.reduce((sum, run) => sum + (run?.expected ?? 0), 0) : null;
  return <Importing seen={seen} expected={expected} />;
}

function Importing({ seen, expected }: { seen: number; expected: number | null }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const share = expected === null || expected === 0 ? null : Math.min(100, (seen / expected) * 100);
  return (
    <Panel title={t('connections:imported.running')}>
      <div className={css.progress} role="status">
        <span>
          {expected === null
            ? t('connections:run.syncing', { count: seen, seen: number(seen) })
            : t('connections:run.syncingOf', {
                count: expected,
                seen: number(seen),
                total: number(expected),
              })}
        </span>
        <Progress
          value={share ?? 100}
          animated={share === null}
          aria-label={t('connections:imported.running')}
        />
        <span className={css.muted}>{t('connections:imported.leave')}</span>
      </div>
    </Panel>
  );
}

function Imported({ connection }: { connection: Connection }) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('embeds.manage');
  const widgets = useQuery(query.embeds.list.queryOptions({ input: { kind: 'widget' }, enabled: mayManage }));
  const count = connection.listings.reduce((sum, listing) => sum + listing.storedCount, 0);
  const platform = t(`common:source.${connection.platform}`);
  const isFirst = widgets.data?.embeds.length === 0;
  return (
    <Panel>
      <div className={css.imported} role="status">
        <h2>
          {count === 0
            ? t('connections:imported.noneTitle', { platform })
            : t('connections:imported.title', { count, value: formatNumber(count, i18n.language) })}
        </h2>
        <p className={css.muted}>
          {count === 0 ? t('connections:imported.noneText') : t('connections:imported.text')}
        </p>
        <div className={css.nextStep}>
          {count > 0 && isFirst ? <CreateFirstWidget /> : null}
          {count > 0 ? (
            <LinkButton variant={isFirst ? 'subtle' : 'filled'} to="/reviews">
              {t('connections:imported.reviews')}
            </LinkButton>
          ) : (
            <LinkButton to="/review-pipeline/review">{t('connections:imported.ask')}</LinkButton>
          )}
        </div>
      </div>
    </Panel>
  );
}
