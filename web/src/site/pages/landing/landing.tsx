import { listedLanguages } from '@kindling/contract/constants';
import { tourPath } from '@kindling/contract/site-address';
import { fillText } from '@kindling/locales/fill-text.ts';
import { Button } from '../../kit/button.tsx';
import { CallToAction } from '../../kit/call-to-action.tsx';
import { Faq } from '../../kit/faq.tsx';
import { FeatureList } from '../../kit/feature-list.tsx';
import { Hero } from '../../kit/hero.tsx';
import { Section } from '../../kit/section.tsx';
import { StartButton } from '../../kit/start-button.tsx';
import { Steps } from '../../kit/steps.tsx';
import type { FaqEntry, SitePage } from '../../site-page.ts';
import { Arrival } from './arrival.tsx';
import { Features } from './features.tsx';
import type { LandingProps, LandingTexts } from './landing-props.ts';
import { Languages } from './languages.tsx';
import { Facts, Wall } from './proof.tsx';
import { Stage } from './stage.tsx';
import { EmbedDrawing, ScreenPart } from './step-drawings.tsx';

// locale-keys: site-landing.*

const rules = ['gating', 'disclosure', 'verified'] as const;
const questions = ['platforms', 'ask', 'time', 'cost', 'slow', 'privacy', 'negative', 'leave'] as const;
/** The paper's page at its publisher. */
const study = 'https://www.hbs.edu/faculty/Pages/item.aspx?num=41233';

const faqOf = ({ faq }: LandingTexts): FaqEntry[] =>
  questions.map((key) => (key === 'cost' ? { ...faq[key], when: 'uses.payments' } : faq[key]));

function Landing(props: LandingProps) {
  const { texts, site, brand, href, language } = props;
  const { hero, steps, proof, closing } = texts;
  const shown = { language, sample: site.sample.label };
  const drawings = {
    connect: <ScreenPart name="connections" {...shown} />,
    customize: <ScreenPart name="editor" {...shown} />,
    embed: <EmbedDrawing />,
  };
  return (
    <>
      <Hero
        layout="below"
        title={hero.title}
        lead={fillText(hero.lead, { brand: brand.name })}
        actions={
          <>
            <StartButton {...props}>{hero.action}</StartButton>
            <Button href={href(tourPath)} look="quiet">
              {site.nav.tour}
            </Button>
          </>
        }
        note={hero.note}
        noteFor="visitor"
        picture={<Stage {...props} />}
      />
      <Arrival {...props} />
      <Section id="steps" title={steps.title} lead={steps.lead} tone="sunken">
        <Steps
          items={(['connect', 'customize', 'embed'] as const).map((key) => ({
            key,
            ...steps[key],
            picture: drawings[key],
          }))}
        />
      </Section>
      <Section id="features" title={texts.features.title}>
        <Features {...props} />
      </Section>
      <p className="sentence">
        <span className="wrap">{texts.sentence}</span>
      </p>
      <Honest {...props} />
      <Revenue {...props} />
      <Section id="proof" title={proof.title} lead={proof.lead} tone="sunken">
        <div className="proof">
          <Wall {...props} />
          <Facts {...props} />
        </div>
      </Section>
      <Section
        id="languages"
        title={texts.languages.title}
        lead={fillText(texts.languages.lead, { count: listedLanguages.length })}
        heading="aside"
      >
        <Languages {...props} />
      </Section>
      <Section id="faq" title={texts.faq.title} heading="aside" tone="sunken">
        <Faq entries={faqOf(texts)} />
      </Section>
      <CallToAction
        title={closing.title}
        text={closing.text}
        actions={
          <>
            <StartButton {...props}>{closing.action}</StartButton>
            <Button href={href('/pricing')} look="quiet" when="uses.payments">
              {closing.second}
            </Button>
          </>
        }
        note={hero.note}
      />
    </>
  );
}

function Honest({ texts: { honest } }: LandingProps) {
  return (
    <Section id="honest" title={honest.title} lead={honest.lead} tone="deep" heading="aside">
      <div className="honest">
        <figure className="honest-line">
          <p>{honest.line}</p>
          <figcaption>{honest.caption}</figcaption>
        </figure>
        <FeatureList items={rules.map((key) => ({ key, ...honest[key] }))} />
      </div>
    </Section>
  );
}

function Revenue({ texts: { revenue } }: LandingProps) {
  return (
    <section id="revenue" className="section" aria-labelledby="revenue-title">
      <div className="wrap revenue">
        <p className="revenue-figure" aria-hidden="true">
          {revenue.figure}
        </p>
        <div className="revenue-words">
          <h2 id="revenue-title">{revenue.title}</h2>
          <p className="lead">{revenue.text}</p>
          <p className="muted">{revenue.scope}</p>
          <p>
            <a className="link" href={study} rel="noopener">
              {revenue.source}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

export const landingPage: SitePage<LandingProps['texts']> = {
  path: '/',
  area: 'site-landing',
  moreAreas: ['site-gallery', 'widgets'],
  Body: Landing,
  title: (texts) => texts.meta.title,
  description: (texts) => texts.meta.description,
  faq: faqOf,
  css: ['drawings/parts.css', 'pages/landing/landing.css', 'pages/landing/pictures.css'],
  script: 'pages/landing/arrival.entry.ts',
};
