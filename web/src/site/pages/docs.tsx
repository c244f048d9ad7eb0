/** The index of the documentation that exists. */
import { apiRoot } from '@kindling/contract/api-address';
import type docsTexts from '@kindling/locales/en/site-docs.json';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-docs.*

type DocsTexts = typeof docsTexts;

/** Files of the source, by the keys of their texts. */
const files = {
  readme: 'README.md',
  operations: 'docs/operations.md',
  architecture: 'docs/ARCHITECTURE.md',
  performance: 'docs/performance.md',
  security: 'docs/asvs.md',
  connector: 'docs/adding-a-connector.md',
  language: 'docs/adding-a-language.md',
  decisions: 'docs/decisions/',
} as const;

function Docs({ texts, href }: PageProps<DocsTexts>) {
  const { hero, pages, source } = texts;
  // The API has no language in its addresses.
  const guides = [
    { key: 'embedding', address: href('/embedding') },
    { key: 'api', address: `${apiRoot}/docs` },
    { key: 'openapi', address: `${apiRoot}/openapi.json` },
    { key: 'selfHost', address: href('/self-host') },
    { key: 'gallery', address: href('/gallery') },
    { key: 'status', address: href('/status') },
  ] as const;
  return (
    <div className="wrap plain">
      <header className="plain-head">
        <h1>{hero.title}</h1>
        <p className="lead">{hero.lead}</p>
      </header>
      <section className="plain-part" aria-labelledby="pages-title">
        <h2 id="pages-title">{pages.title}</h2>
        <ul className="guides">
          {guides.map(({ key, address }) => (
            <li key={key}>
              <a href={address}>
                <b>{pages[key].title}</b>
                {pages[key].text}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="plain-part" aria-labelledby="source-title">
        <h2 id="source-title">{source.title}</h2>
        <p className="lead">{source.lead}</p>
        <dl className="facts-list">
          {(Object.keys(files) as (keyof typeof files)[]).map((key) => (
            <div key={key}>
              <dt>
                <code>{files[key]}</code>
              </dt>
              <dd>{source[key]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

export const docsPage: SitePage<DocsTexts> = {
  path: '/docs',
  area: 'site-docs',
  css: 'pages/plain.css',
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  Body: Docs,
};
