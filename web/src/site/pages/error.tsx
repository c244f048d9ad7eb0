import { Button } from '../kit/button.tsx';
import { centralizing, toolkit } from '../navigation.ts';
import type { SiteTexts } from '../texts.ts';

// locale-keys: site.pages.*

export type ErrorPageName = 'notFound' | 'failed';

interface ErrorPageProps {
  name: ErrorPageName;
  site: SiteTexts;
  /** Id of the failed request. */
  request: string;
  href(path: string): string;
}

/** An error page: what happened, and links to go on. */
export function ErrorPage({ name, site, request, href }: ErrorPageProps) {
  const { title, text } = site.pages[name];
  return (
    <section className="wrap adrift">
      <div className="adrift-words">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {name === 'failed' ? (
          <p className="small">
            {site.pages.request} <code translate="no">{request}</code>
          </p>
        ) : null}
        <div className="actions">
          <Button href={href('/')}>{site.pages.home}</Button>
          <Button href={href('/dashboard')} look="quiet">
            {site.pages.dashboard}
          </Button>
        </div>
      </div>
      <LostReviewsDrawing />
      {name === 'notFound' ? (
        <ul className="adrift-links">
          {[...centralizing, ...toolkit].map(({ key, path }) => (
            <li key={key}>
              <a href={href(path)}>
                <b>{site.nav.items[key].title}</b>
                <span>{site.nav.items[key].text}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A drawing of two loose reviews. */
function LostReviewsDrawing() {
  return (
    <svg className="slips" width="340" height="230" viewBox="0 0 340 230" aria-hidden="true">
      <ellipse className="slips-bar" cx="170" cy="214" rx="112" ry="7" opacity="0.5" />
      <g transform="rotate(-8 110 110)">
        <rect className="slips-paper" x="22" y="52" width="180" height="110" rx="16" />
        <rect className="slips-bar" x="44" y="76" width="70" height="10" rx="5" />
        <rect className="slips-bar" x="44" y="102" width="132" height="9" rx="4.5" />
        <rect className="slips-bar" x="44" y="122" width="96" height="9" rx="4.5" />
      </g>
      <g transform="rotate(6 236 96)">
        <rect className="slips-paper" x="142" y="26" width="180" height="122" rx="16" />
        <circle className="slips-ember" cx="176" cy="60" r="16" />
        <rect className="slips-bar" x="204" y="48" width="80" height="10" rx="5" />
        <rect className="slips-star" x="204" y="66" width="56" height="7" rx="3.5" />
        <rect className="slips-bar" x="162" y="94" width="138" height="9" rx="4.5" />
        <rect className="slips-bar" x="162" y="114" width="72" height="9" rx="4.5" />
      </g>
    </svg>
  );
}
