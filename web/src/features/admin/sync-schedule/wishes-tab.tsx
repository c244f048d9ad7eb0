import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { formatMonth, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import css from './sync-schedule.module.css';

// locale-keys: common.source.*

/** How many accounts asked to be told when a platform can be connected, by month. */
export function WishesTab() {
  const { t, i18n } = useText();
  const wishes = useQuery(query.adminSyncSchedule.platformRequests.queryOptions({ input: {} }));
  if (wishes.isPending) return <Skeleton shape="rows" framed height={240} />;
  if (wishes.data === undefined)
    return (
      <Panel>
        <ErrorState error={wishes.error} retry={() => void wishes.refetch()} />
      </Panel>
    );
  const { platforms } = wishes.data;
  const months = platforms[0]?.months.map(({ month }) => month) ?? [];
  const most = Math.max(1, ...platforms.flatMap((platform) => platform.months.map(({ count }) => count)));
  return (
    <div className={css.inside}>
      <p className={css.muted}>{t('admin-sync-schedule:wishes.text')}</p>
      <div className={css.wishes}>
        {platforms.map((platform) => (
          <Panel
            key={platform.platform}
            title={t(`common:source.${platform.platform}`)}
            aside={
              <strong>
                {t('admin-sync-schedule:wishes.total', {
                  count: platform.total,
                  value: formatNumber(platform.total, i18n.language),
                })}
              </strong>
            }
          >
            <ol className={css.months}>
              {months.map((month) => {
                const count = platform.months.find((one) => one.month === month)?.count ?? 0;
                return (
                  <li key={month}>
                    <span className={css.bar} style={{ blockSize: `${(count / most) * 100}%` }} aria-hidden />
                    <span className={css.barCount} data-quiet={count === 0 || undefined}>
                      {formatNumber(count, i18n.language)}
                    </span>
                    <span className={css.barMonth}>{formatMonth(month, i18n.language, 'short')}</span>
                  </li>
                );
              })}
            </ol>
          </Panel>
        ))}
      </div>
    </div>
  );
}
