import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import type texts from '@kindling/locales/en/site-solutions.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { SampleReviewCard, sampleAverage } from '../drawings/parts.tsx';
import { BadgePicture, CounterPicture, HomePicture, MailPicture, WallPicture } from '../drawings/places.tsx';
import { ShopSite } from '../drawings/shop-site.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Figure } from '../kit/frames.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-solutions.presence.*, site-solutions.sample.*, site-solutions.closing.*

type Texts = typeof texts;

const looks = ['plain', 'warm', 'night'] as const;
const facts = ['size', 'request', 'cookie', 'shift'] as const;

/** The average of the sample, in the page's number format. */
function averageIn(language: Language): string {
  return new Intl.NumberFormat(languageTag(language)).format(sampleAverage);
}

function Places({ texts, href, language }: PageProps<Texts>) {
  const { places } = texts.presence;
  const average = averageIn(language);
  const pictures = {
    home: <HomePicture />,
    badge: <BadgePicture texts={places.badge} average={average} />,
    mail: <MailPicture texts={places.mail} business={texts.sample.business} average={average} />,
    wall: <WallPicture />,
    counter: <CounterPicture ask={places.counter.ask} />,
  };
  return (
    <Section id="places" tone="sunken" title={places.title} lead={places.lead}>
      <ol className="places">
        {(['home', 'badge', 'mail', 'wall', 'counter'] as const).map((place) => (
          <li key={place} className={place}>
            <div className="place-picture">{pictures[place]}</div>
            <div>
              <h3>{places[place].name}</h3>
              <p>{places[place].text}</p>
              {place === 'counter' ? (
                <p>
                  <a className="link" href={href('/get-nfc-card')}>
                    {places.counter.link}
                  </a>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Revenue 100 against 105 to 109 on one scale, so that the claim shows in its real size. */
function Study({ texts: { presence } }: PageProps<Texts>) {
  const { study } = presence;
  return (
    <section className="section" aria-labelledby="study-title">
      <div className="wrap study">
        <div className="study-words">
          <h2 id="study-title">{study.title}</h2>
          <p className="study-claim">
            <b>{study.figure}</b> {study.text}
          </p>
        </div>
        <div className="study-proof">
          <Figure label={study.drawing}>
            <div className="study-bars">
              <span>{study.before}</span>
              <svg viewBox="0 0 109 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="was" width="100" height="10" />
              </svg>
              <span>{study.after}</span>
              <svg viewBox="0 0 109 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="was" width="100" height="10" />
                <rect className="sure" x="100" width="5" height="10" />
                <rect className="upto" x="105" width="4" height="10" />
              </svg>
              <span className="study-scale">{study.scale}</span>
            </div>
          </Figure>
          <p>{study.scope}</p>
          <p className="small">{study.source}</p>
        </div>
      </div>
    </section>
  );
}

function Body(props: PageProps<Texts>) {
  const { texts, site, brand, href, language } = props;
  const { presence, closing, sample } = texts;
  return (
    <>
      <Hero
        title={presence.hero.title}
        lead={fillText(presence.hero.lead, { brand: brand.name })}
        actions={
          <>
            <StartButton {...props}>{presence.hero.action}</StartButton>
            <Button href={href('/embedding')} look="quiet">
              {presence.hero.second}
            </Button>
          </>
        }
        note={closing.trial}
        noteFor="visitor"
        picture={<ShopSite texts={texts} average={averageIn(language)} mark={site.sample.label} />}
        tone="warm"
        layout="below"
      />
      <Places {...props} />
      <Study {...props} />
      <Section
        id="looks"
        title={presence.looks.title}
        lead={presence.looks.lead}
        heading="aside"
        tone="sunken"
      >
        <div className="looks">
          {looks.map((look) => (
            <figure key={look} className={`look ${look}`}>
              <SampleReviewCard review={sample.a} rating={5} tone={look === 'warm' ? 'warm' : 'cool'} />
              <figcaption>{presence.looks[look]}</figcaption>
            </figure>
          ))}
        </div>
        <p>
          <a className="link" href={href('/gallery')}>
            {presence.looks.all}
          </a>
        </p>
      </Section>
      <Section id="light" title={presence.light.title} heading="center">
        <dl className="light">
          {facts.map((fact) => (
            <div key={fact}>
              <dt>{presence.light[fact].name}</dt>
              <dd>{presence.light[fact].text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <CallToAction
        title={presence.closing.title}
        actions={
          <>
            <StartButton {...props}>{closing.action}</StartButton>
            <Button href={href('/pricing')} look="quiet" when="uses.payments">
              {closing.pricing}
            </Button>
          </>
        }
        note={closing.trial}
      />
    </>
  );
}

export const presencePage: SitePage<Texts> = {
  path: '/online-presence',
  area: 'site-solutions',
  Body,
  title: ({ presence }) => presence.meta.title,
  description: ({ presence }) => presence.meta.description,
  css: ['drawings/parts.css', 'pages/presence.css'],
};
