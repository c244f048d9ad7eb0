import type { DashboardFigures, PeriodFigures } from '@kindling/contract/analytics';
import { waitTime } from '@kindling/contract/wait-time';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatAverage, formatChange, formatNumber, formatPercent } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './key-figures.module.css';
import { Sparkline } from './sparkline.tsx';
import { useWaitText } from './use-wait-text.ts';

interface KeyFiguresProps {
  answer: DashboardFigures;
  /** The path of the reviews of the period, by what they are filtered. */
  pathOf: (filter: { answered?: boolean }) => string;
}

const shareOf = ({ answered, answerable }: PeriodFigures) =>
  answerable === 0 ? null : answered / answerable;

const averageDigits = 1;

// A change is that of the figures as they are shown, so that a reader who computes it finds the same.
const rounded = (value: number | null, digits: number) =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
const percentOf = (figures: PeriodFigures) => {
  const share = shareOf(figures);
  return share === null ? null : Math.round(share * 100);
};
const minutesPer = { minute: 1, hour: 60, day: 24 * 60 } as const;
const shownMinutes = (minutes: number | null) => {
  if (minutes === null) return null;
  const { value, unit } = waitTime(minutes);
  return value * minutesPer[unit];
};

/** New reviews, their average, how many have a reply, and how long that took; each with the period before and a line. */
export function KeyFigures({ answer, pathOf }: KeyFiguresProps) {
  const { t, i18n } = useText();
  const waitText = useWaitText();
  const { figures, before, points } = answer;
  const earlier = before?.figures ?? null;
  const percent = (value: number) => formatPercent(value, i18n.language);
  const average = (value: number) => formatAverage(value, i18n.language);
  return (
    <div className={css.figures}>
      <Figure
        label={t('dashboard:newReviews')}
        value={formatNumber(figures.total, i18n.language)}
        change={changeOf(figures.total, earlier?.total ?? null, (now, then) =>
          then === 0 ? null : formatPercent((now - then) / then, i18n.language, true),
        )}
        before={earlier === null ? null : formatNumber(earlier.total, i18n.language)}
        line={points.map((point) => point.figures.total)}
        to={pathOf({})}
      />
      <Figure
        label={t('dashboard:periodAverage')}
        note={t('dashboard:periodAverageNote')}
        value={figures.average === null ? '–' : average(figures.average)}
        change={changeOf(
          rounded(figures.average, averageDigits),
          rounded(earlier?.average ?? null, averageDigits),
          (now, then) => formatChange(now - then, i18n.language, averageDigits),
        )}
        before={earlier?.average == null ? null : average(earlier.average)}
        line={points.map((point) => point.figures.average)}
        range={[1, 5]}
        to={pathOf({})}
      />
      <Figure
        label={t('dashboard:responseRate')}
        note={t('dashboard:responseRateNote')}
        value={shareOf(figures) === null ? '–' : percent(shareOf(figures) ?? 0)}
        change={changeOf(percentOf(figures), earlier === null ? null : percentOf(earlier), (now, then) =>
          t('dashboard:points', {
            value: formatChange(now - then, i18n.language, 0),
            count: Math.abs(now - then),
          }),
        )}
        before={earlier === null || shareOf(earlier) === null ? null : percent(shareOf(earlier) ?? 0)}
        line={points.map((point) => shareOf(point.figures))}
        range={[0, 1]}
        to={pathOf({ answered: true })}
      />
      <Figure
        label={t('dashboard:medianWait')}
        note={t('dashboard:medianWaitNote')}
        value={figures.medianWait === null ? '–' : waitText(figures.medianWait)}
        change={changeOf(
          shownMinutes(figures.medianWait),
          shownMinutes(earlier?.medianWait ?? null),
          (now, then) => (then === 0 ? null : formatPercent((now - then) / then, i18n.language, true)),
        )}
        before={earlier?.medianWait == null ? null : waitText(earlier.medianWait)}
        line={points.map((point) => point.figures.medianWait)}
        to={pathOf({ answered: true })}
      />
    </div>
  );
}

interface Change {
  text: string;
  direction: -1 | 0 | 1;
}

function changeOf(
  now: number | null,
  then: number | null,
  text: (now: number, then: number) => string | null,
): Change | null {
  if (now === null || then === null) return null;
  const made = text(now, then);
  if (made === null) return null;
  // What is shown as no change has no direction.
  const isChanged = /[1-9]/.test(made);
  return { text: made, direction: !isChanged ? 0 : now > then ? 1 : -1 };
}

interface FigureProps {
  label: string;
  /** What exactly is counted. */
  note?: string;
  value: string;
  change: Change | null;
  /** The value of the period before. */
  before: string | null;
  line: readonly (number | null)[];
  /** Lowest and highest value of the line; its own without. */
  range?: [number, number];
  to: string;
}

const arrows = { '-1': IconArrowDownRight, '0': IconMinus, '1': IconArrowUpRight } as const;

function Figure({ label, note, value, change, before, line, range, to }: FigureProps) {
  const { t } = useText();
  const Arrow = arrows[`${change?.direction ?? 0}`];
  return (
    <Link to={to} className={css.figure}>
      <span className={css.label}>{label}</span>
      <strong className={css.number}>{value}</strong>
      <span className={css.change}>
        {change === null ? null : (
          <>
            <Arrow size={14} aria-hidden />
            {change.text}{' '}
          </>
        )}
        <span className={css.before}>
          {before === null ? t('dashboard:nothingBefore') : t('dashboard:before', { value: before })}
        </span>
      </span>
      <Sparkline values={line} range={range} />
      <span className={css.note}>{note}</span>
    </Link>
  );
}
