/** The product: the reviews in one list, and the live widget on a shop's site. */
import { Initials, Rating, SourceIcon } from '../../drawings/parts.tsx';
import { Browser, Figure } from '../../kit/frames.tsx';
import { Sample } from '../../sample.tsx';
import type { LandingProps } from './landing-props.ts';

export function Stage(props: LandingProps) {
  const { texts, site, brand, language } = props;
  return (
    <div className="stage">
      <Figure label={texts.stage.inboxLabel} sample={site.sample.label} className="stage-inbox">
        <Inbox {...props} />
      </Figure>
      <Figure sample={site.sample.label} className="stage-shop">
        <Browser address="harbourstreet.example">
          <div className="shopfront" aria-hidden="true">
            <b>{site.sample.business}</b>
            <Loaf />
          </div>
          <div className="stage-widget">
            <Sample site={site} brand={brand.name} language={language} />
          </div>
        </Browser>
      </Figure>
    </div>
  );
}

const rows = [
  { key: 'b', rating: 4, tone: 'fresh', answered: false },
  { key: 'd', rating: null, tone: 'warm', answered: false },
  { key: 'a', rating: 5, tone: 'cool', answered: true },
  { key: 'e', rating: null, tone: 'plain', answered: true },
  { key: 'c', rating: 5, tone: 'warm', answered: true },
] as const;

function Inbox({ texts: { stage }, site }: LandingProps) {
  const reviews = { ...site.sample.reviews, ...stage.reviews };
  return (
    <div className="pane inbox">
      <div className="inbox-top">
        <b>{stage.inbox}</b>
        <span className="chip chip-on">{stage.all}</span>
        <span className="chip">
          <SourceIcon source="google" />
        </span>
        <span className="chip">
          <SourceIcon source="facebook" />
        </span>
      </div>
      {rows.map(({ key, rating, tone, answered }) => (
        <div key={key} className="inbox-row">
          <Initials name={reviews[key].author} tone={tone} />
          <div>
            <div className="inbox-who">
              <b>{reviews[key].author}</b>
              {rating === null ? (
                <span className="small">{stage.recommends}</span>
              ) : (
                <Rating rating={rating} />
              )}
              <SourceIcon source={rating === null ? 'facebook' : 'google'} />
            </div>
            <p>{reviews[key].text}</p>
            <span className={answered ? 'state state-done' : 'state'}>
              {answered ? stage.answered : stage.waiting}
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Bread, for the imagined shop. */
function Loaf() {
  return (
    <svg aria-hidden="true" className="loaf" viewBox="0 0 180 72" width="180" height="72">
      <path className="loaf-bread" d="M6 72C2 36 34 14 90 14s88 22 84 58z" />
      <path className="loaf-cut" d="M48 32c10 6 16 16 17 28M82 26c10 7 15 17 16 30M116 29c8 6 13 15 14 26" />
    </svg>
  );
}
