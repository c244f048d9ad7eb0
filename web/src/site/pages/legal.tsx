import { trialDays } from '@kindling/contract/constants';
import { daysUntilDeletion } from '@kindling/contract/plans';
import { deletionDays } from '@kindling/contract/profile';
import {
  imprintPath,
  languageTag,
  legalChangedOn,
  privacyPath,
  processingChangedOn,
  processingPath,
  termsPath,
} from '@kindling/contract/site';
import type legalTexts from '@kindling/locales/en/site-legal.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { Prose } from '../kit/prose.tsx';
import type { PageProps, SitePage } from '../site-page.ts';
import { Paragraphs, rich, SupportMail } from './rich-text.tsx';

// locale-keys: site-legal.*

type LegalTexts = typeof legalTexts;
type Document = 'terms' | 'privacy' | 'processing';

/** Must change with every change of meaning in site-legal.json. */
const changedOn: Record<Document, string> = {
  terms: legalChangedOn,
  privacy: legalChangedOn,
  processing: processingChangedOn,
};
const paths: Record<Document, string> = {
  terms: termsPath,
  privacy: privacyPath,
  processing: processingPath,
};

/** Chapters about paying, and the ones that stand there instead where nobody pays. */
const chaptersAboutPaying = ['trial', 'ordering', 'renewal', 'withdrawal', 'after'];
const chaptersWithoutPaying = ['free'];

function Legal({ texts, site, language, brand, href, which }: PageProps<LegalTexts> & { which: Document }) {
  const { title, lead, parts } = texts[which];
  const linkTo = (other: Document) => (
    <a className="link" href={href(paths[other])}>
      {texts[other].title}
    </a>
  );
  const values = {
    brand: brand.name,
    email: <SupportMail />,
    contact: <Contact />,
    days: trialDays,
    deletionDays,
    endDays: daysUntilDeletion,
    terms: linkTo('terms'),
    privacy: linkTo('privacy'),
    processing: linkTo('processing'),
  };
  const blocks = {
    operator: <Operator texts={texts} imprint={href(imprintPath)} title={site.nav.items.imprint.title} />,
    subprocessors: <Subprocessors texts={texts} />,
  };
  const day = new Date(`${changedOn[which]}T00:00:00Z`);
  const date = day.toLocaleDateString(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  const chapters: [string, { title: string; text: string[] }][] = Object.entries(parts);
  return (
    <Prose
      title={title}
      lead={which === 'processing' ? `${lead} ${texts.processing.keep}` : lead}
      note={fillText(texts.updated, { date })}
      contents={site.prose.contents}
      chapters={chapters.map(([id, chapter]) => ({
        id,
        title: chapter.title,
        when: chaptersAboutPaying.includes(id) ? 'uses.payments' : undefined,
        unless: chaptersWithoutPaying.includes(id) ? 'uses.payments' : undefined,
        body: <Paragraphs texts={chapter.text} values={values} blocks={blocks} />,
      }))}
    />
  );
}

/** The operator of the installation. Without an address in the settings the page says that it is missing. */
function Operator({ texts, imprint, title }: { texts: LegalTexts; imprint: string; title: string }) {
  return (
    <>
      <address>
        <b>[[operator.name]]</b>
        <span data-if="operator.address">[[operator.address]]</span>
        <span data-if="operator.country">[[operator.country]]</span>
        <SupportMail />
        <a className="link" href={imprint} data-if="operator.address">
          {title}
        </a>
      </address>
      <p data-unless="operator.address">{rich(texts.operator.missing, { email: <SupportMail /> })}</p>
    </>
  );
}

/** The operator within a sentence. */
function Contact() {
  return (
    <>
      [[operator.name]]
      <span data-if="operator.address">, [[operator.address]]</span>, <SupportMail />
    </>
  );
}

/** The companies that the operator names in the settings, or what this installation can use others for. */
function Subprocessors({ texts }: { texts: LegalTexts }) {
  const { name, purpose, country, none, hosting, mail, payments, helpDesk, assistant } = texts.subprocessors;
  return (
    <>
      <table data-if="subprocessor.count">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{purpose}</th>
            <th scope="col">{country}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-each="subprocessor">
            <td>[[subprocessor.name]]</td>
            <td>[[subprocessor.purpose]]</td>
            <td>[[subprocessor.country]]</td>
          </tr>
        </tbody>
      </table>
      <p data-unless="subprocessor.count">{rich(none, { email: <SupportMail /> })}</p>
      <ul data-unless="subprocessor.count">
        <li>{hosting}</li>
        <li>{mail}</li>
        <li data-if="uses.payments">{payments}</li>
        <li data-if="uses.helpDesk">{helpDesk}</li>
        <li data-if="uses.assistant">{assistant}</li>
      </ul>
    </>
  );
}

const shared = { area: 'site-legal', css: 'pages/legal.css' };

export const termsPage: SitePage<LegalTexts> = {
  ...shared,
  path: termsPath,
  title: (texts) => texts.terms.meta.title,
  description: (texts) => texts.terms.meta.description,
  Body: (props) => <Legal {...props} which="terms" />,
};

export const privacyPage: SitePage<LegalTexts> = {
  ...shared,
  path: privacyPath,
  title: (texts) => texts.privacy.meta.title,
  description: (texts) => texts.privacy.meta.description,
  Body: (props) => <Legal {...props} which="privacy" />,
};

export const processingPage: SitePage<LegalTexts> = {
  ...shared,
  path: processingPath,
  title: (texts) => texts.processing.meta.title,
  description: (texts) => texts.processing.meta.description,
  Body: (props) => <Legal {...props} which="processing" />,
};
