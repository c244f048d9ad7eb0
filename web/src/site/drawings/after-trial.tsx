/** What continues after a trial, and for how long, as bars over days. */
import type texts from '@kindling/locales/en/site-pricing.json';
import { Figure } from '../kit/frames.tsx';

type Texts = (typeof texts)['after'];

/** Positions of days, x out of 1000. Days after 28 are compressed, or the first month would be too narrow to see. */
const at = { start: 0, end: 280, link: 520, gone: 880 } as const;

/** [row, end of its full color, end of its pale part]. */
const rows = [
  ['sync', at.end, at.end],
  ['widgets', at.link, at.gone],
  ['account', at.gone, at.gone],
  ['codes', 978, 978],
] as const;

const marks = [
  ['day0', 'start'],
  ['day14', 'end'],
  ['day28', 'quiet'],
  ['day104', 'gone'],
] as const;

export function AfterTrial({ texts }: { texts: Texts }) {
  return (
    <Figure className="after" label={texts.drawing}>
      <div className="after-days">
        {marks.map(([day, name]) => (
          <span key={day} className={day}>
            <b>{texts[day]}</b>
            <span>{texts[name]}</span>
          </span>
        ))}
      </div>
      {rows.map(([row, full, pale]) => (
        <div className="after-row" key={row}>
          <p>
            <b>{texts.rows[row].name}</b> <span>{texts.rows[row].text}</span>
          </p>
          <svg viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">
            <path className="grid" d={`M${at.end} 0V40M${at.link} 0V40M${at.gone} 0V40`} />
            <rect className="pale" y="12" width={pale} height="16" />
            <rect className={row} y="12" width={full} height="16" />
            {row === 'codes' ? <path className="codes" d="M976 4l24 16-24 16z" /> : null}
          </svg>
        </div>
      ))}
    </Figure>
  );
}
