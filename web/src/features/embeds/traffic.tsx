import { type Traffic as Figures, trafficDays } from '@kindling/contract/embed-traffic';
import { SegmentedControl } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { formatCalendarDay, formatNumber, regionNames } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ColumnChart } from '../../ui/charts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import css from './traffic.module.css';

type Days = (typeof trafficDays)[number];

/** How often an embed was loaded and clicked; the server stores daily sums only. */
export function Traffic({ id }: { id: string }) {
  const { t } = useText();
  const [days, setDays] = useState<Days>(30);
  const found = useQuery(query.embeds.traffic.queryOptions({ input: { id, days } }));
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('widgets:traffic.time')}
        value={String(days)}
        onChange={(value) => setDays(trafficDays.find((one) => String(one) === value) ?? 30)}
        data={trafficDays.map((count) => ({
          value: String(count),
          label: t('widgets:traffic.days', { count }),
        }))}
      />
      {found.isPending ? (
        <div role="status" aria-label={t('widgets:traffic.loading')}>
          <Skeleton shape="chart" framed height={320} />
        </div>
      ) : null}
      {found.isError && found.data === undefined ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : null}
      {found.data === undefined ? null : <TrafficReport figures={found.data} />}
    </>
  );
}

function TrafficReport({ figures }: { figures: Figures }) {
  const { t } = useText();
  const { views, clicks, reads, writes } = figures.totals;
  return (
    <>
      {views + clicks + reads + writes === 0 ? (
        <EmptyState
          icon={<IconChartBar size={22} />}
          title={t('widgets:traffic.noneTitle')}
          text={t('widgets:traffic.noneText')}
        />
      ) : (
        <>
          <Totals totals={figures.totals} />
          <PerDay days={figures.days} />
          <Sites sites={figures.sites} />
          <Countries countries={figures.countries} />
        </>
      )}
      <p className={css.note}>
        {t('widgets:traffic.about')} {t('widgets:traffic.privacy')}
      </p>
    </>
  );
}

function Totals({ totals }: { totals: Figures['totals'] }) {
  const { t, i18n } = useText();
  const figures = [
    { name: t('widgets:traffic.views'), value: totals.views },
    { name: t('widgets:traffic.clicks'), value: totals.clicks },
    { name: t('widgets:traffic.reads'), value: totals.reads },
    { name: t('widgets:traffic.writes'), value: totals.writes },
  ];
  return (
    <dl className={css.totals}>
      {figures.map(({ name, value }) => (
        <div key={name} className={css.total}>
          <dt>{name}</dt>
          <dd>{formatNumber(value, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

function PerDay({ days }: { days: Figures['days'] }) {
  const { t, i18n } = useText();
  const few = days.length <= 7;
  const labelOf = (day: string, index: number) => {
    if (few) return formatCalendarDay(day, i18n.language, 'weekday');
    return hasAxisLabel(index, days.length) ? formatCalendarDay(day, i18n.language, 'short') : '';
  };
  return (
    <section>
      <h2 className={css.heading}>{t('widgets:traffic.perDay')}</h2>
      <ColumnChart
        dense={!few}
        caption={t('widgets:traffic.perDay')}
        labelHeading={t('widgets:traffic.day')}
        valueHeading={t('widgets:traffic.views')}
        bars={days.map(({ day, views }, index) => ({
          key: day,
          label: labelOf(day, index),
          longLabel: formatCalendarDay(day, i18n.language, 'long'),
          value: views,
          text: formatNumber(views, i18n.language),
        }))}
      />
    </section>
  );
}

/** Labels four days along the axis, away from both edges so that no label is cut off. */
function hasAxisLabel(index: number, count: number): boolean {
  return index % Math.floor(count / 4) === Math.floor(count / 8);
}

function Sites({ sites }: { sites: Figures['sites'] }) {
  const { t } = useText();
  return (
    <Ranking
      title={t('widgets:traffic.sites')}
      rows={sites.map(({ site, views }) => ({
        key: site,
        name: site === '' ? t('widgets:traffic.siteUnknown') : site,
        views,
      }))}
    />
  );
}

function Countries({ countries }: { countries: Figures['countries'] }) {
  const { t, i18n } = useText();
  const names = regionNames(i18n.language);
  return (
    <>
      <Ranking
        title={t('widgets:traffic.countries')}
        rows={countries.map(({ country, views }) => ({
          key: country,
          name: country === '' ? t('widgets:traffic.countryUnknown') : (names.of(country) ?? country),
          views,
        }))}
      />
      {countries.length === 0 ? null : <p className={css.note}>{t('widgets:traffic.countriesNote')}</p>}
    </>
  );
}

interface RankingProps {
  title: string;
  rows: { key: string; name: string; views: number }[];
}

/** A table, most views first, with bars relative to the first row. */
function Ranking({ title, rows }: RankingProps) {
  const { t, i18n } = useText();
  const highest = Math.max(1, ...rows.map(({ views }) => views));
  if (rows.length === 0) return null;
  return (
    <table className={css.ranking}>
      <caption className={css.heading}>{title}</caption>
      <colgroup>
        <col />
        <col className={css.figures} />
      </colgroup>
      <thead className="k-hidden">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t('widgets:traffic.views')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, views }) => (
          <tr key={key}>
            <th scope="row" title={name}>
              <span className={css.name}>{name}</span>
              <span className={css.track} aria-hidden="true">
                <span className={css.fill} style={{ width: `${(views / highest) * 100}%` }} />
              </span>
            </th>
            <td>{formatNumber(views, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
