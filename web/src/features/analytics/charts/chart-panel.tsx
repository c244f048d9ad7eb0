import { SegmentedControl } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import css from './chart-panel.module.css';

export interface TableRow {
  key: string;
  cells: readonly string[];
  /** The reviews behind the row. */
  to?: string;
}

interface ChartPanelProps {
  title: string;
  /** One or two sentences that say what the chart shows; for screen readers. */
  summary: string;
  headings: readonly string[];
  rows: readonly TableRow[];
  /** The drawing; the table has all its figures, so it is hidden from screen readers. */
  chart: ReactNode;
  /** Between title and chart. */
  aside?: ReactNode;
  /** Pixels, so that nothing moves when drawing and table are exchanged. */
  height: number;
  /** Below the drawing. */
  foot?: ReactNode;
}

/** A chart that can be read as a table too. */
export function ChartPanel({ title, summary, headings, rows, chart, aside, height, foot }: ChartPanelProps) {
  const { t } = useText();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const id = useId();
  return (
    <Panel
      title={title}
      aside={
        <div className={css.aside}>
          {aside}
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard:viewOf', { title })}
            value={view}
            onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
            data={[
              {
                value: 'chart',
                label: (
                  <span className={css.icon} title={t('dashboard:asChart')}>
                    <IconChartBar size={14} aria-hidden />
                    <span className="k-hidden">{t('dashboard:asChart')}</span>
                  </span>
                ),
              },
              {
                value: 'table',
                label: (
                  <span className={css.icon} title={t('dashboard:asTable')}>
                    <IconTable size={14} aria-hidden />
                    <span className="k-hidden">{t('dashboard:asTable')}</span>
                  </span>
                ),
              },
            ]}
          />
        </div>
      }
    >
      <p id={id} className="k-hidden">
        {summary}
      </p>
      {view === 'chart' ? (
        <figure className={css.chart} style={{ height }} aria-label={title} aria-describedby={id}>
          <div className={css.drawing} aria-hidden="true">
            {chart}
          </div>
        </figure>
      ) : (
        // A region that scrolls can be reached with the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={css.scroll} style={{ height }} tabIndex={0} aria-label={title}>
          <FigureTable title={title} headings={headings} rows={rows} />
        </section>
      )}
      {foot}
    </Panel>
  );
}

export function FigureTable({ title, headings, rows }: Pick<ChartPanelProps, 'title' | 'headings' | 'rows'>) {
  return (
    <table className={css.table}>
      <caption className="k-hidden">{title}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest], to }) => (
          <tr key={key}>
            <th scope="row">{to === undefined ? first : <Link to={to}>{first}</Link>}</th>
            {rest.map((cell, index) => (
              <td key={headings[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
