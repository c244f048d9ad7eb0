/** Parts of the app's reviews screen, enlarged. */
import type texts from '@kindling/locales/en/site-solutions.json';
import { Figure } from '../kit/frames.tsx';
import { Initials, Rating } from './parts.tsx';

type Texts = typeof texts;
/** Squares per line: each filter leaves fewer; the last line is the result. */
const lines = [20, 20, 13, 9, 7];
const funnel = lines.flatMap((count, line) =>
  Array.from({ length: count }, (_, spot) => ({
    x: 160 + (spot - count / 2) * 16 + 2,
    y: line * 26 + 4,
    left: line === lines.length - 1,
  })),
);

export function FilterPicture({ texts }: { texts: Texts['reviews']['find'] }) {
  return (
    <Figure className="find" label={`${texts.query}: ${texts.result}. ${texts.keys}`}>
      <div className="pane find-pane">
        <div className="find-chips">
          <span className="chip on">{texts.chip1}</span>
          <span className="chip on">{texts.chip2}</span>
          <span className="chip on">{texts.chip3}</span>
        </div>
        <svg className="find-funnel" viewBox="0 0 320 130" aria-hidden="true">
          {funnel.map(({ x, y, left }) => (
            <rect
              key={`${x}-${y}`}
              className={left ? 'left' : ''}
              x={x}
              y={y}
              width="12"
              height="12"
              rx="3.5"
            />
          ))}
        </svg>
        <b className="find-result">{texts.result}</b>
      </div>
      <div className="find-keys">
        {['j', 'k', 'r', '/'].map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        <span>{texts.keys}</span>
      </div>
    </Figure>
  );
}

interface AnswerProps {
  texts: Texts['reviews']['answer'];
  sample: Texts['sample'];
  /** The text with the number of characters. */
  count: string;
  mark: string;
}

export function AnswerPicture({ texts, sample, count, mark }: AnswerProps) {
  return (
    <Figure className="answer" label={`${sample.d.text} ${texts.draft} ${texts.state}`} sample={mark}>
      <div className="answer-said">
        <div className="screen-who">
          <Initials name={sample.d.author} tone="plain" />
          <b>{sample.d.author}</b>
          <Rating rating={2} />
        </div>
        <p>{sample.d.text}</p>
      </div>
      <div className="pane answer-box">
        <p>{texts.draft}</p>
        <div className="answer-foot">
          <span>{count}</span>
          <span className="state done">{texts.state}</span>
        </div>
      </div>
    </Figure>
  );
}

/** Bars for the number of mentions: [mentions, width of the bar out of 200]. */
const mentions = [
  ['tagBread', 31, 200],
  ['tagStaff', 19, 123],
  ['tagParking', 8, 52],
] as const;

export function TagPicture({ texts: { tags, screen } }: { texts: Texts['reviews'] }) {
  return (
    <Figure
      className="tags"
      label={`${tags.rule}: ${tags.word1}, ${tags.word2}. ${tags.then}: ${screen.tagParking}`}
    >
      <div className="pane tags-pane">
        <div className="tags-rule">
          <span>{tags.rule}</span>
          <code>{tags.word1}</code>
          <code>{tags.word2}</code>
          <span>{tags.then}</span>
          <span className="tag">{screen.tagParking}</span>
        </div>
        <p className="tags-title">{tags.chart}</p>
        {mentions.map(([key, count, width]) => (
          <div className="tags-bar" key={key}>
            <span>{screen[key]}</span>
            <svg viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true">
              <rect width="200" height="12" rx="3" className="track" />
              <rect width={width} height="12" rx="3" className={key} />
            </svg>
            <b>{count}</b>
          </div>
        ))}
      </div>
    </Figure>
  );
}

const shown = 42;
const total = 57;
const perRow = 19;
const spots = Array.from({ length: total }, (_, spot) => ({
  x: (spot % perRow) * 20 + 4,
  y: Math.floor(spot / perRow) * 20 + 4,
  on: spot < shown,
}));

/** One square per review: those that the widget shows, and those that it leaves out and says so. */
export function DisclosurePicture({ label, line, mark }: { label: string; line: string; mark: string }) {
  return (
    <Figure className="shown" label={label} sample={mark}>
      <svg viewBox="0 0 380 62" aria-hidden="true">
        {spots.map(({ x, y, on }) => (
          <rect key={`${x}-${y}`} className={on ? 'on' : 'off'} x={x} y={y} width="14" height="14" rx="4" />
        ))}
      </svg>
      <p>{line}</p>
    </Figure>
  );
}
