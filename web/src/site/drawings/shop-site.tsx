/** A bakery's website with its reviews. */
import type texts from '@kindling/locales/en/site-solutions.json';
import { Browser, Figure } from '../kit/frames.tsx';
import { Rating, SampleReviewCard, sampleAverage } from './parts.tsx';

/** Bread on a board, for the imagined shop. */
function Loaves() {
  return (
    <svg className="loaves" viewBox="0 0 220 120" aria-hidden="true">
      <path className="board" d="M8 104h204v6a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" />
      <path className="crust" d="M22 104c-8-34 12-58 50-58s56 24 48 58z" />
      <path className="cut" d="M48 62c6 6 9 13 9 22M70 56c6 7 9 16 9 26M92 60c5 6 8 13 8 22" />
      <path className="crust two" d="M118 104c-4-24 10-40 38-40s44 16 40 40z" />
      <path className="cut" d="M140 76c10 2 22 2 34 0M136 88c12 2 30 2 42 0" />
      <path className="steam" d="M60 36c-6-8 6-12 0-22M82 36c-6-8 6-12 0-22M156 54c-5-7 5-10 0-18" />
    </svg>
  );
}

interface ShopSiteProps {
  texts: typeof texts;
  /** The average, formatted in the page's language. */
  average: string;
  /** The note that the data is invented. */
  mark: string;
}

export function ShopSite({ texts: { sample, presence }, average, mark }: ShopSiteProps) {
  const { page, hero } = presence;
  return (
    <Figure className="shop" label={hero.drawing} sample={mark}>
      <Browser address={sample.site}>
        <div className="shop-top">
          <b>{sample.business}</b>
          <span>{page.menu1}</span>
          <span>{page.menu2}</span>
          <span>{page.menu3}</span>
        </div>
        <div className="shop-hero">
          <strong>{page.title}</strong>
          <Loaves />
        </div>
        <div className="shop-reviews">
          <div className="shop-head">
            <strong>{page.say}</strong>
            <span>
              <b>{average}</b> <Rating rating={sampleAverage} /> {page.from}
            </span>
          </div>
          <div className="shop-slips">
            <SampleReviewCard review={sample.a} rating={5} tone="warm" />
            <SampleReviewCard review={sample.b} rating={4} tone="cool" />
            <SampleReviewCard review={sample.c} rating={5} tone="fresh" />
          </div>
          <p className="shop-line">{sample.disclosure}</p>
        </div>
      </Browser>
    </Figure>
  );
}
