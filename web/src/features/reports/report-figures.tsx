import type { MonthlyReport } from '@kindling/contract/reports';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  formatAverage,
  formatDay,
  formatList,
  formatNumber,
  formatPercent,
  formatWait,
} from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './report.module.css';

// locale-keys: common.source.*

/** Four large numbers, each with what it is compared with or made of. */
export function ReportFigures({ report }: { report: MonthlyReport }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { written, writtenBefore, replies, timeZone, running } = report;
  const { answerable, replied, medianWait, unanswered, oldestWaiting } = replies;
  return (
    <dl className={css.figures}>
      <Figure label={t('report:written')} value={number(written)}>
        <Change running={running} now={written} before={writtenBefore} format={number} />
      </Figure>
      <AverageFigure report={report} />
      <Figure label={t('report:replied')} value={number(replied)}>
        {answerable === 0 ? null : (
          <span>
            {t('report:repliedOf', {
              percent: formatPercent(replied / answerable, i18n.language),
              of: number(answerable),
            })}
          </span>
        )}
        {medianWait === null ? null : (
          <span>{t('report:median', { time: formatWait(medianWait, i18n.language) })}</span>
        )}
      </Figure>
      <Figure label={t('report:unanswered')} value={number(unanswered)}>
        <span>{t('report:waitingToday')}</span>
        {oldestWaiting === null ? null : (
          <Link to={`/reviews?review=${oldestWaiting.id}`}>
            {t('report:oldest', { day: formatDay(oldestWaiting.writtenAt, i18n.language, timeZone) })}
          </Link>
        )}
      </Figure>
    </dl>
  );
}

/** A figure over several sources names them. */
function AverageFigure({ report: { average, running } }: { report: MonthlyReport }) {
  const { t, i18n } = useText();
  const { now, before, sources } = average;
  const format = (value: number) => formatAverage(value, i18n.language);
  const names = sources.map((source) => t(`common:source.${source}`));
  return (
    <Figure label={t('report:average')} value={now === null ? '–' : format(now)}>
      {now === null ? <span>{t('report:noStars')}</span> : null}
      {now === null || before === null ? null : (
        <Change running={running} now={now} before={before} format={format} />
      )}
      {now === null ? null : (
        <span>
          {names.length > 1
            ? t('report:combined', { sources: formatList(names, i18n.language) })
            : t('report:onlySource', { source: names[0] ?? '' })}
        </span>
      )}
    </Figure>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className={css.figure}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{value}</dd>
      <dd className={css.notes}>{children}</dd>
    </div>
  );
}

interface ChangeProps {
  /** The month is not over, so the same days of the one before are compared. */
  running: boolean;
  now: number;
  before: number;
  format: (value: number) => string;
}

/** The arrow follows the printed figures, so that it never contradicts them. */
function Change({ running, now, before, format }: ChangeProps) {
  const { t } = useText();
  const arrow = format(now) === format(before) ? '=' : now > before ? '↑' : '↓';
  return (
    <span>
      <span aria-hidden="true">{arrow} </span>
      {t(running ? 'report:sameDaysBefore' : 'report:before', { number: format(before) })}
    </span>
  );
}
