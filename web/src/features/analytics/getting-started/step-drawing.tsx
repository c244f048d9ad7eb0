import css from './getting-started.module.css';
import type { StepKey } from './steps.ts';

/** A decorative drawing of the step's result, in the theme's colors. */
export function StepDrawing({ step }: { step: StepKey }) {
  const Drawing = drawings[step];
  return (
    <svg className={css.drawing} viewBox="0 0 200 120" aria-hidden="true" focusable="false">
      <Drawing />
    </svg>
  );
}

/** A shop front. */
function BusinessDrawing() {
  return (
    <>
      <ellipse className={css.ground} cx="100" cy="110" rx="80" ry="5" />
      <rect className={css.paper} x="48" y="46" width="104" height="62" rx="4" />
      <path className={css.brand} d="M42 30h116l8 20H34z" />
      <path className={css.paper} d="M56 30h18l-3 20H50zM92 30h17v20H91zM127 30h17l6 20h-21z" />
      <rect className={css.soft} x="58" y="62" width="46" height="30" rx="3" />
      <rect className={css.ember} x="116" y="60" width="24" height="48" rx="3" />
      <circle className={css.dot} cx="135" cy="86" r="1.8" />
      <path className={css.line} d="M64 84c6-10 12-10 17-2s9 4 16-6" />
    </>
  );
}

/** Two sources that lead into one list. */
function ConnectDrawing() {
  return (
    <>
      <circle className={css.paper} cx="36" cy="38" r="18" />
      <circle className={css.paper} cx="36" cy="84" r="18" />
      <path className={css.brandLine} d="M28 38a8 8 0 1 0 8-8M44 38h-8" />
      <path className={css.brandLine} d="M38 94V80q0-5 6-5M32 84h10" />
      <path className={css.flow} d="M56 38c26 0 20 20 46 20M56 84c26 0 20-22 46-22" />
      <rect className={css.paper} x="104" y="22" width="78" height="76" rx="8" />
      {[36, 60, 84].map((y) => (
        <g key={y}>
          <circle className={css.soft} cx="119" cy={y} r="6" />
          <rect className={css.ember} x="130" y={y - 6} width="26" height="4" rx="2" />
          <rect className={css.soft} x="130" y={y + 2} width="42" height="4" rx="2" />
        </g>
      ))}
    </>
  );
}

/** A widget beside its settings. */
function WidgetDrawing() {
  return (
    <>
      <rect className={css.paper} x="14" y="16" width="56" height="88" rx="8" />
      {[32, 52, 72].map((y, index) => (
        <g key={y}>
          <rect className={css.soft} x="24" y={y - 5} width="20" height="4" rx="2" />
          <rect
            className={index === 1 ? css.soft : css.brand}
            x="48"
            y={y - 7}
            width="14"
            height="8"
            rx="4"
          />
        </g>
      ))}
      <rect className={css.brand} x="24" y="86" width="36" height="10" rx="5" />
      <rect className={css.paper} x="82" y="10" width="104" height="100" rx="10" />
      <path
        className={css.star}
        d="m98 22 2.6 5.4 6 .8-4.4 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.4-4.1 6-.8z"
      />
      <rect className={css.soft} x="114" y="27" width="48" height="6" rx="3" />
      {[52, 80].map((y) => (
        <g key={y}>
          <rect className={css.well} x="92" y={y - 8} width="84" height="24" rx="6" />
          <circle className={css.soft} cx="104" cy={y + 4} r="6" />
          <rect className={css.ember} x="116" y={y - 2} width="22" height="4" rx="2" />
          <rect className={css.soft} x="116" y={y + 6} width="50" height="4" rx="2" />
        </g>
      ))}
    </>
  );
}

/** The widget on the owner's page. */
function PageDrawing() {
  return (
    <>
      <rect className={css.paper} x="22" y="12" width="156" height="98" rx="9" />
      <path className={css.well} d="M22 21a9 9 0 0 1 9-9h138a9 9 0 0 1 9 9v9H22z" />
      {[33, 41, 49].map((x) => (
        <circle key={x} className={css.soft} cx={x} cy="21" r="2.6" />
      ))}
      <rect className={css.soft} x="34" y="40" width="58" height="8" rx="4" />
      <rect className={css.soft} x="34" y="54" width="40" height="5" rx="2.5" />
      <rect className={css.soft} x="34" y="64" width="46" height="5" rx="2.5" />
      <rect className={css.brandSoft} x="104" y="40" width="62" height="58" rx="7" />
      {[52, 68, 84].map((y) => (
        <g key={y}>
          <circle className={css.brand} cx="115" cy={y} r="4.5" />
          <rect className={css.ember} x="124" y={y - 4} width="18" height="3.4" rx="1.7" />
          <rect className={css.paperFill} x="124" y={y + 2} width="34" height="3.4" rx="1.7" />
        </g>
      ))}
    </>
  );
}

/** A code on a counter, and the phone that reads it. */
function AskDrawing() {
  return (
    <>
      <ellipse className={css.ground} cx="100" cy="112" rx="84" ry="5" />
      <path className={css.paper} d="M26 28h60l8 80H18z" />
      {[
        [38, 42],
        [60, 42],
        [38, 64],
      ].map(([x, y]) => (
        <rect key={`${x} ${y}`} className={css.brand} x={x} y={y} width="14" height="14" rx="3" />
      ))}
      <path className={css.brandLine} d="M61 66h6M71 66v6M61 76h12M61 71h4" />
      <rect className={css.soft} x="34" y="88" width="44" height="6" rx="3" />
      <rect className={css.paper} x="120" y="14" width="54" height="94" rx="10" />
      <rect className={css.soft} x="132" y="34" width="30" height="6" rx="3" />
      {[130, 139, 148, 157, 166].map((x) => (
        <path
          key={x}
          className={css.star}
          transform={`translate(${x - 1} 58) scale(0.42)`}
          d="m0-9.5 2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L0 5.1l-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.9z"
        />
      ))}
      <rect className={css.soft} x="130" y="74" width="34" height="5" rx="2.5" />
      <rect className={css.soft} x="130" y="84" width="24" height="5" rx="2.5" />
    </>
  );
}

const drawings = {
  business: BusinessDrawing,
  connect: ConnectDrawing,
  ask: AskDrawing,
  widget: WidgetDrawing,
  page: PageDrawing,
};
