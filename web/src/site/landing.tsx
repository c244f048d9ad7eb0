import { Sample } from './sample.tsx';
import { fill, type SiteTexts } from './texts.ts';

// locale-keys: site.*

const steps = ['connect', 'customise', 'embed'] as const;
const features = ['inbox', 'light', 'figures', 'fresh'] as const;
const rules = ['gating', 'disclosure', 'verified'] as const;
const questions = ['platforms', 'time', 'slow', 'privacy', 'negative', 'leave'] as const;

export function Landing({ texts, brand }: { texts: SiteTexts; brand: string }) {
  return (
    <>
      <section className="hero">
        <div className="wrap heroGrid">
          <div>
            <h1>{texts.hero.title}</h1>
            <p className="lead">{fill(texts.hero.text, { brand })}</p>
            <p className="actions">
              <a className="button big" href="/auth/sign-up">
                {texts.hero.action}
              </a>
              <a className="button big quiet" href="#steps">
                {texts.hero.second}
              </a>
            </p>
            <p className="small">{texts.hero.note}</p>
          </div>
          <Sample texts={texts} brand={brand} />
        </div>
      </section>
      <section id="steps" className="wrap part">
        <h2>{texts.steps.title}</h2>
        <ol className="grid three numbered">
          {steps.map((key) => (
            <li key={key}>
              <h3>{texts.steps[key].title}</h3>
              <p>{texts.steps[key].text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section id="features" className="band">
        <div className="wrap part">
          <h2>{texts.features.title}</h2>
          <ul className="grid two">
            {features.map((key) => (
              <li key={key}>
                <h3>{texts.features[key].title}</h3>
                <p>{texts.features[key].text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap part">
        <h2>{texts.honest.title}</h2>
        <p className="lead">{texts.honest.lead}</p>
        <ul className="grid three ruled">
          {rules.map((key) => (
            <li key={key}>
              <h3>{texts.honest[key].title}</h3>
              <p>{texts.honest[key].text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section id="faq" className="band">
        <div className="wrap part narrow">
          <h2>{texts.faq.title}</h2>
          {questions.map((key) => (
            <details key={key} name="faq">
              <summary>{texts.faq[key].q}</summary>
              <p>{texts.faq[key].a}</p>
            </details>
          ))}
        </div>
      </section>
      <section className="wrap part closing">
        <h2>{texts.closing.title}</h2>
        <a className="button big" href="/auth/sign-up">
          {texts.closing.action}
        </a>
      </section>
    </>
  );
}
