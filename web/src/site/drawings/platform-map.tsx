/** The sources of reviews, and which of them work today. */
import type texts from '@kindling/locales/en/site-solutions.json';
import { Figure } from '../kit/frames.tsx';
import { SampleReviewCard, SourceIcon } from './parts.tsx';

type Texts = typeof texts;

const ways = [
  { name: 'google', mark: 'google', state: 'now' },
  { name: 'facebook', mark: 'facebook', state: 'partly' },
  { name: 'firstParty', mark: 'first-party', state: 'now' },
  { name: 'import', mark: 'import', state: 'now' },
  { name: 'yelp', mark: null, state: 'coming' },
  { name: 'trustpilot', mark: null, state: 'coming' },
] as const;
/** Height of one source in the units of the drawing. */
const step = 100;
const middle = (ways.length * step) / 2;

export function PlatformMap({ texts: { sample, platforms }, mark }: { texts: Texts; mark: string }) {
  return (
    <Figure className="map" label={platforms.hero.drawing} sample={mark}>
      <div className="map-grid">
        <div className="map-names">
          {ways.map(({ name, mark, state }) => (
            <span key={name} className={`map-name ${state}`}>
              {mark === null ? <i>{platforms.names[name].slice(0, 1)}</i> : <SourceIcon source={mark} />}
              <span>
                <b>{platforms.names[name]}</b>
                <span>{platforms.table[name].state}</span>
              </span>
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 100 ${ways.length * step}`} preserveAspectRatio="none" aria-hidden="true">
          {ways.map(({ name, state }, index) => {
            const y = index * step + step / 2;
            const end = middle + (index - (ways.length - 1) / 2) * 28;
            return <path key={name} className={state} d={`M0 ${y}C60 ${y} 40 ${end} 100 ${end}`} />;
          })}
        </svg>
        <div className="map-list">
          <b>{platforms.hero.inbox}</b>
          <SampleReviewCard review={sample.a} rating={5} tone="warm" />
          <SampleReviewCard review={sample.c} rating={sample.recommends} tone="fresh" source="facebook" />
        </div>
      </div>
    </Figure>
  );
}
