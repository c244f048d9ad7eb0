import type texts from '@kindling/locales/en/site-pricing.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { AfterTrial } from '../drawings/after-trial.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-pricing.*

type Texts = typeof texts;

/** The server fills in the installation's prices, formatted in the page's language. */
const price = {
  month: '[[price.month]]',
  year: '[[price.year]]',
  yearMonthly: '[[price.yearMonthly]]',
  currency: '[[price.currency]]',
  /** What a year saves against twelve months, in percent. */
  saving: '[[price.saving]]',
};

const lines = ['widgets', 'views', 'reviews', 'sites'] as const;
const groups = ['gather', 'work', 'show', 'collect'] as const;

function faq({ faq: entries }: Texts) {
  return [entries.trial, entries.limits, entries.locations, entries.cancel, entries.codes, entries.data];
}

/**
 * Style rules and radio buttons choose the visible price: it works without a script and by keyboard. A browser
 * without `:has` shows both.
 */
function Choice({ choose }: Texts) {
  return (
    <fieldset className="choose">
      <legend className="quiet">{choose.label}</legend>
      <input type="radio" name="pay" id="pay-month" value="month" defaultChecked />
      <label htmlFor="pay-month">{choose.month}</label>
      <input type="radio" name="pay" id="pay-year" value="year" />
      <label htmlFor="pay-year">
        {choose.year} <span className="choose-off">{fillText(choose.off, { saving: price.saving })}</span>
      </label>
    </fieldset>
  );
}

/** The plan as a receipt: what it includes, each with its limit, and the price. */
function PlanReceipt(props: PageProps<Texts>) {
  const { brand } = props;
  const { slip } = props.texts;
  return (
    <div className="bill">
      <div className="bill-paper">
        <h2>
          {brand.name} <span className="bill-head">{slip.head}</span>
        </h2>
        <dl className="bill-lines">
          {lines.map((line) => (
            <div key={line}>
              <dt>{slip[line]}</dt>
              <dd>{slip.unlimited}</dd>
            </div>
          ))}
          <div>
            <dt>{slip.languages}</dt>
            <dd>{slip.six}</dd>
          </div>
          <div>
            <dt>{slip.help}</dt>
            <dd>{slip.day}</dd>
          </div>
          <div className="bill-free">
            <dt>{slip.trial}</dt>
            <dd>{slip.free}</dd>
          </div>
        </dl>
        <div className="bill-sum" aria-live="polite">
          <p className="by-month">
            <b>{price.month}</b> {slip.perMonth}
            <span>{slip.monthNote}</span>
          </p>
          <p className="by-year">
            <b>{price.year}</b> {slip.perYear}
            <span>{fillText(slip.yearNote, { price: price.yearMonthly, saving: price.saving })}</span>
          </p>
        </div>
        <StartButton {...props}>{slip.action}</StartButton>
        <p className="small for-visitor">{slip.note}</p>
        <p className="small">{fillText(slip.tax, { currency: price.currency })}</p>
      </div>
    </div>
  );
}

function Inside({ texts: { inside } }: PageProps<Texts>) {
  return (
    <Section id="inside" title={inside.title} heading="aside">
      <div className="inside">
        {groups.map((group) => (
          <div key={group}>
            <h3>{inside[group].name}</h3>
            <ul className="points">
              {([1, 2, 3, 4] as const).map((point) => (
                <li key={point}>{inside[group][point]}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="inside-why">{inside.unlimited}</p>
    </Section>
  );
}

function Pay({ texts: { pay }, site }: PageProps<Texts>) {
  return (
    <Section id="pay" mark={site.inWork} title={pay.title} heading="aside" tone="sunken">
      <div className="pay">
        <p className="pay-cards" translate="no">
          <span className="pay-card">Visa</span>
          <span className="pay-card">Mastercard</span>
          <span className="pay-card">American Express</span>
        </p>
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
  const { texts, site, href } = props;
  const { hero, after, closing } = texts;
  return (
    <>
      <section className="offer">
        <div className="wrap offer-grid">
          <div className="offer-words">
            <h1>{hero.title}</h1>
            <p className="lead">{hero.lead}</p>
            <p className="offer-now">{hero.now}</p>
            <Choice {...texts} />
          </div>
          <PlanReceipt {...props} />
        </div>
      </section>
      <Inside {...props} />
      <Section id="after" mark={site.inWork} title={after.title} lead={after.lead} tone="warm">
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
            <StartButton {...props}>{closing.action}</StartButton>
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
  area: 'site-pricing',
  Body,
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  faq,
  css: 'pages/pricing.css',
};
