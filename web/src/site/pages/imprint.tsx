/** Who runs the installation, where the settings name a postal address. */
import { imprintPath } from '@kindling/contract/site';
import type imprintTexts from '@kindling/locales/en/site-imprint.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-imprint.*

type ImprintTexts = typeof imprintTexts;

function Imprint({ texts, brand }: PageProps<ImprintTexts>) {
  const { parts, labels } = texts;
  return (
    <div className="wrap plain">
      <header className="plain-head">
        <h1>{texts.title}</h1>
        <p className="lead">{fillText(texts.lead, { brand: brand.name })}</p>
      </header>
      <section className="plain-part" aria-labelledby="operator-title">
        <h2 id="operator-title">{parts.operator}</h2>
        <address className="plain-address">
          <b>[[operator.name]]</b>
          <span>[[operator.address]]</span>
          <span data-if="operator.country">[[operator.country]]</span>
        </address>
        <dl className="facts-list">
          <div data-if="operator.representative">
            <dt>{labels.representative}</dt>
            <dd>[[operator.representative]]</dd>
          </div>
          <div>
            <dt>{labels.email}</dt>
            <dd>
              <a className="link" href="mailto:[[operator.email]]">
                [[operator.email]]
              </a>
            </dd>
          </div>
          <div data-if="operator.phone">
            <dt>{labels.phone}</dt>
            <dd>[[operator.phone]]</dd>
          </div>
          <div data-if="operator.register">
            <dt>{labels.register}</dt>
            <dd>[[operator.register]]</dd>
          </div>
          <div data-if="operator.vatId">
            <dt>{labels.vatId}</dt>
            <dd>[[operator.vatId]]</dd>
          </div>
        </dl>
      </section>
      <section className="plain-part" aria-labelledby="content-title">
        <h2 id="content-title">{parts.content}</h2>
        <p>{texts.content}</p>
      </section>
    </div>
  );
}

export const imprintPage: SitePage<ImprintTexts> = {
  path: imprintPath,
  when: 'operator.address',
  area: 'site-imprint',
  css: 'pages/plain.css',
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  Body: Imprint,
};
