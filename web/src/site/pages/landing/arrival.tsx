/** A review arrives and the widget changes: shown by motion where the visitor's settings allow it (`arrival.entry.ts`). */
import { Rating, SourceIcon } from '../../drawings/parts.tsx';
import { Browser, Figure } from '../../kit/frames.tsx';
import { LiveEmbed } from '../../live/live-embed.tsx';
import { liveSnapshot } from '../../live/sample-data.ts';
import type { LandingProps } from './landing-props.ts';

/** The first one arrives. */
const shown = ['d', 'e', 'g'] as const;

export function Arrival(props: LandingProps) {
  const { texts, site, brand, language } = props;
  const { arrival } = texts;
  const { author, text } = texts['site-gallery'].reviews[shown[0]];
  const snapshot = liveSnapshot({
    settings: { date: 'none', radius: 16, border: 0, showHeader: false, limit: shown.length, clampLines: 0 },
    texts: { site, gallery: texts['site-gallery'] },
    brand: brand.name,
    language,
    keys: shown,
  });
  return (
    <section id="arrival" className="section" aria-labelledby="arrival-title">
      <div className="wrap split">
        <div className="split-words">
          <h2 id="arrival-title">{arrival.title}</h2>
          <p className="lead">{arrival.text}</p>
          {/* The widget beside it says the same. */}
          <div className="arrival-notice" aria-hidden="true">
            <SourceIcon source="google" />
            <p className="arrival-words">
              <b>{arrival.notice}</b>
              <span className="arrival-who">
                {author} <Rating rating={5} />
              </span>
              <q>{text}</q>
            </p>
          </div>
        </div>
        <div className="split-picture">
          <Figure sample={site.sample.label}>
            <Browser address="harbourstreet.example">
              <LiveEmbed snapshot={snapshot} label="harbourstreet.example" name="arrival" />
            </Browser>
          </Figure>
        </div>
      </div>
    </section>
  );
}
