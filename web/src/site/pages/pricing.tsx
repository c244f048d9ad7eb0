import { pathOf } from '@kindling/contract/screens';
import type planTexts from '@kindling/locales/en/plan.json';
import type texts from '@kindling/locales/en/site-pricing.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { PayCards } from '../../plan/pay-cards.tsx';
import { PlanChoice } from '../../plan/plan-choice.tsx';
import { PlanContents } from '../../plan/plan-contents.tsx';
import { PlanReceipt } from '../../plan/plan-receipt.tsx';
import type { PlanText, ShownPrices } from '../../plan/plan-text.ts';
import { AfterTrial } from '../drawings/after-trial.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-pricing.*

type Texts = typeof texts & { plan: typeof planTexts };

/** The server fills in the installation's prices, formatted in the page's language. */
const prices: ShownPrices = {
  month: '[[price.month]]',
  year: '[[price.year]]',
  yearMonthly: '[[price.yearMonthly]]',
  currency: '[[price.currency]]',
  saving: '[[price.saving]]',
};

const intervals = ['month', 'year'] as const;

function faq({ faq: entries }: Texts) {
  return [entries.trial, entries.limits, entries.locations, entries.cancel, entries.codes, entries.data];
}

/** @throws Error for a key that names no text, which its type prevents */
function planText({ plan }: Texts): PlanText {
  return (key, values = {}) => {
    let found: unknown = plan;
    for (const part of key.split('.'))
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
    if (typeof found !== 'string') throw new Error(`There is no text "${key}".`);
    return fillText(found, values);
  };
}

/** The receipt, with the way into the app, or to the order; the style sheet shows the link of the chosen interval. */
function Receipt(props: PageProps<Texts>) {
  const { texts, brand } = props;
  return (
    <PlanReceipt text={planText(texts)} prices={prices} brand={brand.name}>
      {intervals.map((interval) => (
        <div key={interval} className={`offer-action plan-by-${interval}`}>
          <StartButton
            {...props}
            query={`interval=${interval}`}
            screen={`${pathOf('order')}?interval=${interval}`}
            own={texts.plan.order[interval]}
          >
            {texts.slip.action}
          </StartButton>
        </div>
      ))}
      <p className="plan-small for-visitor">{texts.slip.note}</p>
    </PlanReceipt>
  );
}

function Inside({ texts }: PageProps<Texts>) {
  return (
    <Section id="inside" title={texts.inside.title} heading="aside">
      <PlanContents text={planText(texts)} />
    </Section>
  );
}

function Pay({ texts: { pay } }: PageProps<Texts>) {
  return (
    <Section id="pay" title={pay.title} heading="aside" tone="sunken">
      <div className="pay">
        <PayCards />
        <p>
          {pay.text} {pay.not}
        </p>
        <p>
          {pay.change} {pay.invoice}
        </p>
      </div>
    </Section>
  );
}

function Body(props: PageProps<Texts>) {
  const { texts, href } = props;
  const { hero, after, closing } = texts;
  return (
    <>
      <section className="offer">
        <div className="wrap offer-grid">
          <div className="offer-words">
            <h1>{hero.title}</h1>
            <p className="lead">{hero.lead}</p>
            <p className="offer-now">{hero.now}</p>
            <PlanChoice text={planText(texts)} prices={prices} />
          </div>
          <Receipt {...props} />
        </div>
      </section>
      <Inside {...props} />
      <Section id="after" title={after.title} lead={after.lead} tone="warm">
        <AfterTrial texts={after} />
        <p className="after-mails">{after.mails}</p>
      </Section>
      <Pay {...props} />
      <Section id="faq" title={texts.faq.title} heading="center" width="narrow">
        <Faq entries={faq(texts)} />
      </Section>
      <CallToAction
        title={closing.title}
        actions={
          <>
            {intervals.map((interval) => (
              <div key={interval} className={`plan-by-${interval}`}>
                <StartButton {...props} query={`interval=${interval}`}>
                  {closing.action}
                </StartButton>
              </div>
            ))}
            <Button href={href('/online-presence')} look="quiet">
              {closing.second}
            </Button>
          </>
        }
      />
    </>
  );
}

export const pricingPage: SitePage<Texts> = {
  path: '/pricing',
  when: 'uses.payments',
  area: 'site-pricing',
  Body,
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  faq,
  moreAreas: ['plan'],
  css: ['../plan/plan.css', 'pages/pricing.css'],
};
