import type texts from '@kindling/locales/en/site-solutions.json';
import { PlatformMap } from '../drawings/platform-map.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { FeatureList } from '../kit/feature-list.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-solutions.platforms.*

type Texts = typeof texts;

const rows = [
  ['google', 'now'],
  ['facebook', 'partly'],
  ['firstParty', 'now'],
  ['import', 'now'],
  ['yelp', 'coming'],
  ['trustpilot', 'coming'],
] as const;
const columns = ['read', 'answer', 'ask'] as const;
const history = ['y2018', 'v22', 'now'] as const;
const measures = ['probe', 'keep', 'import', 'stars'] as const;
const google = ['own', 'fresh', 'leave'] as const;

function faq({ platforms: { faq: entries } }: Texts) {
  return [entries.scrape, entries.google, entries.combine, entries.trouble];
}

/** A table; on phones each row becomes a card, so each cell carries the name of its column. */
function Allowed({ texts: { platforms } }: PageProps<Texts>) {
  const { table, names } = platforms;
  return (
    <Section id="allowed" tone="sunken" title={table.title}>
      <table className="allowed">
        <caption className="quiet">{table.caption}</caption>
        {/* Declares the columns before their names arrive, so that none moves. */}
        <colgroup>
          <col />
          <col span={columns.length} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{table.platform}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {table[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([row, state]) => (
            <tr key={row}>
              <th scope="row">
                {names[row]} <span className={`allowed-state ${state}`}>{table[row].state}</span>
              </th>
              {columns.map((column) => (
                <td key={column} data-name={table[column]}>
                  {table[row][column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Withdrawn({ texts: { platforms } }: PageProps<Texts>) {
  const { facebook } = platforms;
  return (
    <Section id="facebook" title={facebook.title} lead={facebook.lead} heading="aside">
      <ol className="history">
        {history.map((event) => (
          <li key={event} className={event}>
            <h3>{facebook[event].when}</h3>
            <p>{facebook[event].text}</p>
          </li>
        ))}
      </ol>
      <div className="deeds">
        <h3>{facebook.do}</h3>
        <ul className="points">
          {measures.map((deed) => (
            <li key={deed}>{facebook[deed]}</li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function Body(props: PageProps<Texts>) {
  const { texts, site, href } = props;
  const { platforms, closing } = texts;
  return (
    <>
      <Hero
        title={platforms.hero.title}
        lead={platforms.hero.lead}
        actions={
          <>
            <StartButton {...props}>{platforms.hero.action}</StartButton>
            <Button href="#facebook" look="quiet">
              {platforms.hero.second}
            </Button>
          </>
        }
        picture={<PlatformMap texts={texts} mark={site.sample.label} />}
      />
      <Allowed {...props} />
      <Withdrawn {...props} />
      <Section id="google" tone="deep" title={platforms.google.title} lead={platforms.google.text}>
        <FeatureList
          items={google.map((key) => ({
            key,
            title: platforms.google[key].name,
            text: platforms.google[key].text,
          }))}
        />
      </Section>
      <Section id="soon" title={platforms.soon.title} heading="aside">
        <dl className="soon">
          {(['yelp', 'trustpilot'] as const).map((name) => (
            <div key={name}>
              <dt>{platforms.names[name]}</dt>
              <dd>{platforms.soon[name]}</dd>
            </div>
          ))}
        </dl>
        <p className="soon-request">{platforms.soon.request}</p>
      </Section>
      <Section id="faq" tone="sunken" title={platforms.faq.title} heading="center" width="narrow">
        <Faq entries={faq(texts)} />
      </Section>
      <CallToAction
        title={platforms.closing.title}
        actions={
          <>
            <StartButton {...props}>{closing.action}</StartButton>
            <Button href={href('/reviews')} look="quiet">
              {texts.reviews.meta.title}
            </Button>
          </>
        }
        note={closing.trial}
      />
    </>
  );
}

export const platformsPage: SitePage<Texts> = {
  path: '/multiple-platforms',
  area: 'site-solutions',
  Body,
  title: ({ platforms }) => platforms.meta.title,
  description: ({ platforms }) => platforms.meta.description,
  faq,
  css: ['drawings/parts.css', 'pages/platforms.css'],
};
