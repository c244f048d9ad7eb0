import { pathOf } from '@kindling/contract/screens';
import type texts from '@kindling/locales/en/site-nfc.json';
import { PrintPicture, SamePicture, TapPicture } from '../drawings/nfc-card.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { FaqEntry, PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-nfc.*

type Texts = typeof texts;

const ways = ['android', 'iphone', 'print'] as const;
const facts = ['alive', 'lost', 'moved', 'both', 'quiet'] as const;
const cardsTab = `${pathOf('reviewPipeline')}?tab=nfc`;

function faq({ faq: entries }: Texts): FaqEntry[] {
  const cost: FaqEntry = { ...entries.cost, when: 'uses.payments' };
  return [entries.phones, entries.blank, entries.buy, cost, entries.allowed, entries.many];
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

function Ways({ texts, site }: PageProps<Texts>) {
  const { make, digital } = texts;
  return (
    <Section id="make" title={make.title} lead={make.lead}>
      <div className="make">
        <div>
          <ul>
            {ways.map((way) => (
              <li key={way}>
                <h3>{make[way].name}</h3>
                <p>{make[way].text}</p>
              </li>
            ))}
          </ul>
          <div className="digital">
            <h3>{digital.title}</h3>
            <p>{digital.text}</p>
          </div>
        </div>
        <PrintPicture texts={texts} sample={site.sample.label} />
      </div>
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
        actions={
          <>
            <StartButton {...props} screen={cardsTab}>
              {hero.action}
            </StartButton>
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
      <Ways {...props} />
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
            <StartButton {...props} screen={cardsTab}>
              {closing.action}
            </StartButton>
            <Button href={href('/qr-code-generator')} look="quiet">
              {closing.second}
            </Button>
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
