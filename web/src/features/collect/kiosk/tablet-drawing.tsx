import css from './kiosk.module.css';

/** A tablet on a stand with the first page. */
export function TabletDrawing() {
  return (
    <svg className={css.drawing} viewBox="0 0 220 160" aria-hidden="true" focusable="false">
      <ellipse className={css.ground} cx="110" cy="150" rx="84" ry="6" />
      <path className={css.stand} d="M86 124h48l10 24H76z" />
      <rect className={css.body} x="34" y="10" width="152" height="118" rx="12" />
      <rect className={css.glass} x="43" y="19" width="134" height="100" rx="5" />
      <rect className={css.line} x="76" y="38" width="68" height="9" rx="4.5" />
      <rect className={css.faint} x="88" y="54" width="44" height="5" rx="2.5" />
      {[66, 88, 110, 132, 154].map((x) => (
        <path
          key={x}
          className={css.star}
          transform={`translate(${x} 86)`}
          d="m0-9.5 2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L0 5.1l-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.9z"
        />
      ))}
    </svg>
  );
}
