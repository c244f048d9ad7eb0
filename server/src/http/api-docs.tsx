/** The readable page of the API, rendered on the server from the OpenAPI document; it has no script. */
import { apiRoot } from '@kindling/contract/api-address';
import { renderToStaticMarkup } from 'react-dom/server';

interface Operation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: unknown;
  responses?: unknown;
}
interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
}

const css = `
:root{color-scheme:light dark;--ink:#1b2433;--soft:#5b677a;--line:#e3e8ef;--ground:#fff;--tint:#f5f8fc;--accent:#1f63c6}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf5;--soft:#9aa7ba;--line:#2a3444;--ground:#10151d;--tint:#171e29;--accent:#7fb0ff}}
body{font:15px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--ground);margin:0 auto;max-width:880px;padding:40px 20px 80px}
h1{font-size:28px;margin:0 0 8px}h2{font-size:19px;margin:40px 0 12px}p{color:var(--soft)}
details{border:1px solid var(--line);border-radius:10px;margin:8px 0;background:var(--tint)}
summary{padding:10px 14px;cursor:pointer;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:10px}
code{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}.method{font-weight:700;color:var(--accent);min-width:52px}
.what{color:var(--soft);flex-basis:100%}pre{margin:0;padding:12px 14px;border-top:1px solid var(--line);overflow:auto;max-height:420px}
.errors{columns:2 320px;padding-left:18px;color:var(--soft)}a{color:var(--accent)}`;

/** Address of the machine-readable document. */
export const apiDocumentPath = `${apiRoot}/openapi.json`;

/** HTML of `/api/docs`, and the style sheet that the page's Content-Security-Policy must allow. */
export function renderApiDocs(document: ApiDocument): { html: string; css: string } {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const errors = (document.info.description ?? '').split('\n').filter((line) => line.startsWith('- '));
  const body = renderToStaticMarkup(
    <main>
      <h1>{document.info.title}</h1>
      <p>
        Version {document.info.version}. Calls carry <code>Authorization: Bearer</code> with an access token
        of the identity service. The machine-readable form is at{' '}
        <a href={apiDocumentPath}>{apiDocumentPath}</a>.
      </p>
      {tags.map((tag) => (
        <section key={tag}>
          <h2>{tag}</h2>
          {operations
            .filter(({ operation }) => operation.tags?.[0] === tag)
            .map(({ path, method, operation }) => (
              <details key={`${method} ${path}`}>
                <summary>
                  <code className="method">{method}</code>
                  <code>{path}</code>
                  <span className="what">{operation.summary}</span>
                </summary>
                <pre>
                  <code>
                    {JSON.stringify(
                      {
                        parameters: operation.parameters,
                        requestBody: operation.requestBody,
                        responses: operation.responses,
                      },
                      null,
                      2,
                    )}
                  </code>
                </pre>
              </details>
            ))}
        </section>
      ))}
      <h2>Errors</h2>
      <p>
        Media type <code>application/problem+json</code>, with a request id and one of these codes:
      </p>
      <ul className="errors">
        {errors.map((line) => (
          <li key={line}>{line.slice(2).replaceAll('`', '')}</li>
        ))}
      </ul>
    </main>,
  );
  const head = renderToStaticMarkup(<title>{document.info.title}</title>);
  return {
    css,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${head}<style>${css}</style></head><body>${body}</body></html>`,
  };
}
