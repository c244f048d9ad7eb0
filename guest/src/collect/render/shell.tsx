/** The document around every collection page: head, style sheet, business, switch of languages. */
import type { CollectBusiness } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { defaultPipelineSettings, type PipelineSettings } from '@kindling/contract/pipeline-settings';
import { languageFacts, languages } from '@kindling/locales/languages.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { schemaElement } from '../../embed/render/schema.tsx';
import { plainText } from '../../kit/plain-text.ts';
import { withQuery } from './addresses.ts';
import { BusinessMark } from './business-mark.tsx';
import { pageCss } from './page-css.ts';
import { collectTextsOf } from './texts.ts';

export type Shell = {
  readonly language: Language;
  /** The title of the tab, one line. */
  readonly title: string;
  /** The page's own address, for the switch of languages. */
  readonly path: string;
  readonly business: (Partial<CollectBusiness> & Pick<CollectBusiness, 'name'>) | null;
  readonly settings?: Pick<PipelineSettings, 'look'>;
  /** Address of the script; without it the page works with its forms alone. */
  readonly script?: string | null;
  /** Elements for the head, besides those of every page. */
  readonly head?: ReactNode;
  readonly indexed?: boolean;
  /** Larger letters and targets, for a tablet that stands at arm's length. */
  readonly large?: boolean;
};

/**
 * A whole HTML document. Style sheet and structured data are the only elements that React does not write.
 * @param schema JSON-LD of `inlineJson`; browsers run no data, so the policy needs nothing for it
 */
export function renderShell(shell: Shell, content: ReactNode, schema: string | null = null): string {
  const { language, settings = defaultPipelineSettings, business } = shell;
  const texts = collectTextsOf(language);
  const body = renderToStaticMarkup(
    <body className={classNames.page}>
      <PageHeader shell={shell} />
      {content}
    </body>,
  );
  const { look } = settings;
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      {/* Stricter values would make browsers send forms without their origin, which the server checks. */}
      <meta name="referrer" content="same-origin" />
      {!shell.indexed && <meta name="robots" content="noindex" />}
      <meta name="format-detection" content="telephone=no" />
      {/* Without it browsers ask for an icon that is not there, on a network that may be bad. */}
      <link rel="icon" href={(settings.look.logo && business?.logo?.url) || 'data:,'} />
      <title>{shell.title}</title>
      {shell.head}
      {shell.script && <script src={shell.script} defer />}
    </>,
  );
  const css = pageCss(look, { color: business?.color ?? null, large: shell.large ?? false }, body);
  const data = schema === null ? '' : schemaElement(schema);
  return `<!doctype html><html lang="${texts.tag}"><head>${head}<style>${css}</style>${data}</head>${body}</html>`;
}

function PageHeader({ shell }: { readonly shell: Shell }) {
  const { business, settings = defaultPipelineSettings } = shell;
  const band = settings.look.composition === 'band' && business !== null;
  return (
    <header className={band ? `${classNames.pageHeader} ${classNames.band}` : classNames.pageHeader}>
      <p className={classNames.brand}>
        {business !== null && (
          <>
            <BusinessMark business={business} look={settings.look} />
            <b dir="auto">{plainText(business.name)}</b>
          </>
        )}
      </p>
      <LanguageSwitch shell={shell} />
    </header>
  );
}

function LanguageSwitch({ shell: { language, path } }: { readonly shell: Shell }) {
  return (
    <details className={classNames.languages}>
      <summary
        aria-label={`${language.toUpperCase()}, ${collectTextsOf(language).text('language')}: ${languageFacts[language].name}`}
      >
        {language.toUpperCase()}
      </summary>
      <ul>
        {languages.map((code) => (
          <li key={code}>
            <a
              href={withQuery(path, 'lng', code)}
              hrefLang={languageFacts[code].tag}
              lang={languageFacts[code].tag}
              aria-current={code === language ? 'true' : undefined}
            >
              {languageFacts[code].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
