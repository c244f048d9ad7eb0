/** The features as tiles of unequal size, each with a piece of the product. */
import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import type { ReactNode } from 'react';
import { Rating, SampleCode, SourceIcon } from '../../drawings/parts.tsx';
import type { LandingProps, LandingTexts } from './landing-props.ts';

type FeatureTexts<Key extends keyof LandingTexts['features']> = { texts: LandingTexts['features'][Key] };

export function Features({ texts: { features }, language }: LandingProps) {
  const tiles: { key: 'inbox' | 'figures' | 'fresh' | 'collect'; picture: ReactNode }[] = [
    { key: 'inbox', picture: <Filters texts={features.inbox} /> },
    { key: 'figures', picture: <Figures texts={features.figures} language={language} /> },
    { key: 'fresh', picture: <Fresh texts={features.fresh} /> },
    { key: 'collect', picture: <Counter texts={features.collect} /> },
  ];
  return (
    <ul className="tiles">
      {tiles.map(({ key, picture }) => (
        <li key={key} className={`tiles-${key}`}>
          <div className="tiles-picture" aria-hidden="true">
            {picture}
          </div>
          <h3>{features[key].title}</h3>
          <p>{features[key].text}</p>
        </li>
      ))}
    </ul>
  );
}

function Filters({ texts }: FeatureTexts<'inbox'>) {
  return (
    <div className="filters">
      <span className="search">
        <svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18">
          <path d="M10 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12m4.5 10.5L20 20" />
        </svg>
        {texts.search}
      </span>
      <span className="chip chip-on">{texts.filters.stars}</span>
      <span className="chip">{texts.filters.month}</span>
      <span className="chip chip-warm">{texts.filters.waiting}</span>
    </div>
  );
}

function Figures({ texts, language }: FeatureTexts<'figures'> & { language: Language }) {
  const average = new Intl.NumberFormat(languageTag(language), { minimumFractionDigits: 1 }).format(4.7);
  return (
    <div className="figures">
      <div>
        <SourceIcon source="google" />
        <b translate="no">{average}</b>
        <Rating rating={4.7} />
        <span>{texts.reviews}</span>
      </div>
      <div>
        <SourceIcon source="facebook" />
        <span className="share">
          <i />
        </span>
        <span>{texts.recommend}</span>
      </div>
    </div>
  );
}

function Fresh({ texts }: FeatureTexts<'fresh'>) {
  return (
    <div className="events">
      <span className="event event-new">{texts.new}</span>
      <span className="event event-edited">{texts.edited}</span>
      <span className="event event-removed">{texts.removed}</span>
    </div>
  );
}

function Counter({ texts }: FeatureTexts<'collect'>) {
  return (
    <div className="counter">
      <div className="stand">
        <b>{texts.sign}</b>
        <SampleCode />
      </div>
      <i className="counter-top" />
    </div>
  );
}
