import type texts from '@kindling/locales/en/site-nfc.json';
import { PrintPicture, SamePicture, TapPicture } from '../drawings/nfc-card.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-nfc.*

type Texts = typeof texts;

const steps = ['design', 'print', 'write', 'put'] as const;
const facts = ['alive', 'lost', 'both', 'contact', 'quiet'] as const;

function faq({ faq: entries }: Texts) {
  return [entries.phones, entries.buy, entries.cost, entries.allowed, entries.many];
}

function AskingAdvice({ texts: { words } }: PageProps<Texts>) {
  return (
    <Section id="words" tone="warm" title={words.title} lead={words.lead}>
      <div className="words">
        <div className="words-do">
          <h3>{words.do}</h3>
          <ul>
            {[words.do1, words.do2, words.do3].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div className="words-dont">
          <h3>{words.dont}</h3>
          <ul>
            {[words.dont1, words.dont2, words.dont3].map((text) => (
              <li key={text}>
                <s>{text}</s>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

function PrintSteps({ texts, site, href }: PageProps<Texts>) {
  const { make, today } = texts;
  return (
    <Section id="make" title={make.title} lead={make.lead}>
      <div className="make">
        <ol>
          {steps.map((step) => (
            <li key={step}>
              <h3>{make[step].name}</h3>
              <p>{make[step].text}</p>
            </li>
          ))}
        </ol>
        <PrintPicture texts={texts} sample={site.sample.label} />
      </div>
      <aside className="today" aria-labelledby="today-title">
        <h3 id="today-title">{today.title}</h3>
        <p className="today-text">{today.text}</p>
        <Button href={href('/qr-code-generator')} look="quiet" size="normal">
          {today.action}
        </Button>
      </aside>
    </Section>
  );
}

function Body(props: PageProps<Texts>) {
  const { texts, site, href } = props;
  const { hero, same, facts: told, closing } = texts;
  return (
    <>
      <Hero
        title={hero.title}
        lead={hero.lead}
        mark={site.inWork}
        actions={
          <>
            <Button href={href('/qr-code-generator')}>{hero.action}</Button>
            <Button href="#make" look="quiet">
              {hero.second}
            </Button>
          </>
        }
        picture={<TapPicture texts={texts} sample={site.sample.label} />}
        tone="sunken"
      />
      <Section id="same" title={same.title} lead={same.lead} heading="center">
        <SamePicture texts={texts} sample={site.sample.label} />
        <p className="same-extra">{same.extra}</p>
      </Section>
      <PrintSteps {...props} />
      <Section id="facts" tone="deep" title={told.title} heading="aside">
        <dl className="facts">
          {facts.map((fact) => (
            <div key={fact}>
              <dt>{told[fact].name}</dt>
              <dd>{told[fact].text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <AskingAdvice {...props} />
      <Section id="faq" title={texts.faq.title} heading="center" width="narrow">
        <Faq entries={faq(texts)} />
      </Section>
      <CallToAction
        title={closing.title}
        text={closing.text}
        actions={
          <>
            <Button href={href('/qr-code-generator')}>{closing.action}</Button>
            <StartButton {...props} look="quiet">
              {closing.second}
            </StartButton>
          </>
        }
      />
    </>
  );
}

export const nfcPage: SitePage<Texts> = {
  path: '/get-nfc-card',
  area: 'site-nfc',
  Body,
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  faq,
  css: ['drawings/parts.css', 'pages/nfc.css'],
};
