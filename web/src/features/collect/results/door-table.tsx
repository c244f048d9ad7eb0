import type { Funnel } from '@kindling/contract/pipelines';
import { Fragment } from 'react';
import { compareTexts, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { funnelSteps } from './funnel-steps.ts';
import css from './results.module.css';

// locale-keys: pipeline.results.short.*

type Door = Funnel['doors'][number];

/** Doors of a page that are there once, and so have no name of their own. */
function isNameless(door: Door['door']): boolean {
  return door === 'link' || door === 'kiosk';
}

/**
 * The figures of every door. Codes of one series stand together in the order of the alphabet and never by their figures,
 * because a ranking of people would become a quota.
 */
export function DoorTable({ doors }: { doors: readonly Door[] }) {
  const { t, i18n } = useText();
  const compare = compareTexts(i18n.language);
  const nameOf = ({ door, name }: Door) =>
    name ?? (isNameless(door) ? t(`pipeline:door.${door}`) : t('pipeline:results.deleted'));
  const groups = [...new Set(doors.map(({ series }) => series))]
    .map((series) => ({
      series,
      rows: doors
        .filter((door) => door.series === series)
        .map((door) => ({ ...door, shown: nameOf(door) }))
        .sort((a, b) => compare(a.shown, b.shown)),
    }))
    .sort((a, b) => compare(a.series ?? '', b.series ?? ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
    <section className={css.scroller} tabIndex={0} aria-label={t('pipeline:results.doors')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('pipeline:results.door')}</th>
            {funnelSteps.map((step) => (
              <th key={step} scope="col">
                {t(`pipeline:results.short.${step}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ series, rows }) => (
            <Fragment key={series ?? ''}>
              {series === null ? null : (
                <tr className={css.series}>
                  <th colSpan={funnelSteps.length + 1} scope="rowgroup">
                    {series}
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <tr key={`${row.door} ${row.codeId} ${row.shown}`}>
                  <th scope="row">
                    {row.shown}
                    {isNameless(row.door) ? null : <small>{t(`pipeline:door.${row.door}`)}</small>}
                  </th>
                  {funnelSteps.map((step) => (
                    <td key={step}>{formatNumber(row[step], i18n.language)}</td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
