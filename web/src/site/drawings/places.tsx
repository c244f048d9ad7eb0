/** Small pictures of places that show reviews. The text beside them says the same, so screen readers skip them. */
import type texts from '@kindling/locales/en/site-solutions.json';
import { ContactlessWaves, Initials, Rating, SampleCode, sampleAverage, sampleCount } from './parts.tsx';

type Places = (typeof texts)['presence']['places'];

/** Lines in place of words. @param widths of each line, out of 100. */
function Lines({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  return widths.map((width, line) => (
    <rect key={`${y}-${width}`} className="ink" x={x} y={y + line * 8} width={width} height="4" rx="2" />
  ));
}

function ReviewBlock({
  x,
  y,
  height,
  widths,
}: {
  x: number;
  y: number;
  height: number;
  widths: readonly number[];
}) {
  return (
    <g>
      <rect className="slip" x={x} y={y} width="72" height={height} rx="7" />
      <circle className="who" cx={x + 13} cy={y + 14} r="6" />
      <path className="stars" d={`M${x + 25} ${y + 14}h34`} />
      <Lines x={x + 9} y={y + 28} widths={widths} />
    </g>
  );
}

/** A wall of reviews in three columns. */
export function WallPicture() {
  return (
    <svg className="p-wall" viewBox="0 0 252 190" aria-hidden="true">
      <ReviewBlock x={6} y={8} height={62} widths={[54, 48, 30]} />
      <ReviewBlock x={6} y={78} height={54} widths={[50, 36]} />
      <ReviewBlock x={6} y={140} height={62} widths={[52, 54, 20]} />
      <ReviewBlock x={90} y={-22} height={54} widths={[44, 50]} />
      <ReviewBlock x={90} y={40} height={72} widths={[54, 46, 52, 24]} />
      <ReviewBlock x={90} y={120} height={62} widths={[40, 54, 32]} />
      <ReviewBlock x={174} y={14} height={54} widths={[54, 26]} />
      <ReviewBlock x={174} y={76} height={62} widths={[48, 52, 40]} />
      <ReviewBlock x={174} y={146} height={54} widths={[54, 30]} />
    </svg>
  );
}

/** The outline of a home page; only the widget has color. */
export function HomePicture() {
  return (
    <svg className="p-home" viewBox="0 0 252 150" aria-hidden="true">
      <rect className="paper" x="6" y="6" width="240" height="160" rx="10" />
      <rect className="ink" x="16" y="20" width="40" height="6" rx="3" />
      <rect className="ink" x="180" y="20" width="56" height="6" rx="3" />
      <rect className="wash" x="16" y="38" width="220" height="34" rx="6" />
      <rect className="ink" x="34" y="50" width="84" height="8" rx="4" />
      <ReviewBlock x={14} y={84} height={62} widths={[54, 48, 30]} />
      <ReviewBlock x={90} y={84} height={62} widths={[46, 54, 20]} />
      <ReviewBlock x={166} y={84} height={62} widths={[54, 36, 44]} />
    </svg>
  );
}

/** @param average formatted in the page's language. */
export function BadgePicture({ texts, average }: { texts: Places['badge']; average: string }) {
  return (
    <div className="p-badge" aria-hidden="true">
      <span>{texts.item}</span>
      <b>{texts.price}</b>
      <span className="p-button">{texts.book}</span>
      <span className="p-stars">
        <Rating rating={sampleAverage} /> <b>{average}</b>
      </span>
    </div>
  );
}

interface MailPictureProps {
  texts: Places['mail'];
  business: string;
  average: string;
}

export function MailPicture({ texts, business, average }: MailPictureProps) {
  return (
    <div className="p-mail" aria-hidden="true">
      <span>{texts.regards}</span>
      <div>
        <Initials name={texts.person} tone="warm" />
        <span>
          <b>{texts.person}</b>
          <span>{business}</span>
        </span>
      </div>
      <span className="p-stars">
        <Rating rating={sampleAverage} /> <b>{average}</b> · {sampleCount}
      </span>
    </div>
  );
}

/** A stand-up card on the counter. */
export function CounterPicture({ ask }: { ask: string }) {
  return (
    <div className="p-counter" aria-hidden="true">
      <div className="p-stand">
        <b>{ask}</b>
        <SampleCode />
        <ContactlessWaves />
      </div>
    </div>
  );
}
