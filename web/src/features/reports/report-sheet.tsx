import type { MonthlyReport } from '@kindling/contract/reports';
import { IconCalendarOff } from '@tabler/icons-react';
import { formatMonth, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { EmptyState } from '../../ui/states.tsx';
import css from './report.module.css';
import { DayBars, MonthBars, StarBars } from './report-charts.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportQuotes } from './report-quotes.tsx';
import { LocationTable, SourceTable } from './report-tables.tsx';

/** The report as one page of paper. */
export function ReportSheet({ report }: { report: MonthlyReport }) {
  const { t, i18n } = useText();
  const { business, accountName, locationCount, month, timeZone, running, written } = report;
  return (
    <article className={css.sheet}>
      <header className={css.paperHead}>
        <p className={css.kind}>{t('report:title')}</p>
        <h2 className={css.month}>{formatMonth(month, i18n.language, 'long')}</h2>
        <p className={css.name} dir="auto" data-foreign>
          {business?.name ?? accountName}
        </p>
        <p className={css.note}>
          {locationCount > 1
            ? `${t('report:together', { number: formatNumber(locationCount, i18n.language) })}. `
            : null}
          {t('report:zone', { zone: timeZone })}
          {running ? `. ${t('report:running')}` : null}
        </p>
      </header>
      <ReportFigures report={report} />
      {written === 0 ? (
        <EmptyState
          icon={<IconCalendarOff size={22} aria-hidden />}
          title={t('report:emptyTitle')}
          text={t('report:emptyText')}
        />
      ) : (
        <>
          <DayBars days={report.days} />
          <div className={css.halves}>
            <StarBars histogram={report.histogram} />
            <MonthBars trend={report.trend} month={month} />
          </div>
        </>
      )}
      <SourceTable sources={report.sources} />
      {report.locations.length > 1 ? <LocationTable locations={report.locations} /> : null}
      {written === 0 ? null : (
        <div className={css.halves}>
          <ReportQuotes kind="high" quotes={report.quotes.high} />
          <ReportQuotes kind="low" quotes={report.quotes.low} />
        </div>
      )}
    </article>
  );
}
