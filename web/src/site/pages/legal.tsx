import { trialDays } from '@kindling/contract/constants';
import { deletionDays } from '@kindling/contract/profile';
import { languageTag, legalChangedOn, privacyPath, termsPath } from '@kindling/contract/site';
import type legalTexts from '@kindling/locales/en/site-legal.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { Prose } from '../kit/prose.tsx';
import type { PageProps, SitePage } from '../site-page.ts';
import { Paragraphs, rich, SupportMail } from './rich-text.tsx';

// locale-keys: site-legal.*

type LegalTexts = typeof legalTexts;
type Document = 'terms' | 'privacy';

/** Must change with every change of meaning in site-legal.json. */
const changedOn = new Date(`${legalChangedOn}T00:00:00Z`);

function Legal({ texts, site, language, brand, href, which }: PageProps<LegalTexts> & { which: Document }) {
  const { title, lead, parts } = texts[which];
  const values = {
    brand: brand.name,
    email: <SupportMail />,
    days: trialDays,
    deletionDays,
    privacy: (
      <a className="link" href={href(privacyPath)}>
        {texts.privacy.title}
      </a>
    ),
  };
  const date = changedOn.toLocaleDateString(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  const chapters: [string, { title: string; text: string[] }][] = Object.entries(parts);
  return (
    <Prose
      title={title}
      lead={lead}
      note={fillText(texts.updated, { date })}
      contents={site.prose.contents}
      chapters={chapters.map(([id, chapter]) => ({
        id,
        title: chapter.title,
        body: (
          <Paragraphs
            texts={chapter.text}
            values={values}
            blocks={{ operator: <Operator texts={texts} /> }}
          />
        ),
      }))}
    />
  );
}

/** The operator of the installation. Without an address in the settings the page says that it is missing. */
function Operator({ texts }: { texts: LegalTexts }) {
  return (
    <>
      <address>
        <b>[[operator.name]]</b>
        <span data-if="operator.address">[[operator.address]]</span>
        <span data-if="operator.country">[[operator.country]]</span>
        <SupportMail />
      </address>
      <p data-unless="operator.address">{rich(texts.operator.missing, { email: <SupportMail /> })}</p>
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
