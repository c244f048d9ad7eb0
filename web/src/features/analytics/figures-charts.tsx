import type { Dashboard } from '@kindling/contract/analytics';
import { formatMonth, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ColumnChart, DistributionBars } from '../../ui/charts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';

export function Months({ months, recounting }: Pick<Dashboard, 'months' | 'recounting'>) {
  const { t, i18n } = useText();
  return (
    <Panel title={t('dashboard:months')}>
      {recounting ? <Notice tone="info">{t('dashboard:recounting')}</Notice> : null}
      <ColumnChart
        caption={t('dashboard:months')}
        labelHeading={t('dashboard:month')}
        valueHeading={t('dashboard:reviews')}
        bars={months.map(({ month, count }) => ({
          key: month,
          label: formatMonth(month, i18n.language, 'short'),
          longLabel: formatMonth(month, i18n.language, 'long'),
          value: count,
          text: formatNumber(count, i18n.language),
        }))}
      />
    </Panel>
  );
}

export function Histogram({ counts }: { counts: Dashboard['histogram'] }) {
  const { t, i18n } = useText();
  return (
    <Panel title={t('dashboard:histogram')}>
      <DistributionBars
        caption={t('dashboard:histogram')}
        bars={counts
          .map((count, index) => ({
            key: String(index),
            label: `${formatNumber(index + 1, i18n.language)} ★`,
            longLabel: t('dashboard:starLabel', { count: index + 1 }),
            value: count,
            text: formatNumber(count, i18n.language),
          }))
          .reverse()}
      />
    </Panel>
  );
}
