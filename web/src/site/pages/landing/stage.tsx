/** The product: the reviews in one list, and the live widget on a shop's site. */
import { Browser, Figure } from '../../kit/frames.tsx';
import { Sample } from '../../sample.tsx';
import { Screenshot } from '../../screenshots/screenshot.tsx';
import type { LandingProps } from './landing-props.ts';

export function Stage({ texts, site, brand, language }: LandingProps) {
  return (
    <div className="stage">
      <Figure sample={site.sample.label} className="stage-screen">
        <div className="pane">
          <Screenshot name="reviews" language={language} alt={texts.stage.inboxLabel} first />
        </div>
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

/** Bread, for the imagined shop. */
function Loaf() {
  return (
    <svg aria-hidden="true" className="loaf" viewBox="0 0 180 72" width="180" height="72">
      <path className="loaf-bread" d="M6 72C2 36 34 14 90 14s88 22 84 58z" />
      <path className="loaf-cut" d="M48 32c10 6 16 16 17 28M82 26c10 7 15 17 16 30M116 29c8 6 13 15 14 26" />
    </svg>
  );
}
