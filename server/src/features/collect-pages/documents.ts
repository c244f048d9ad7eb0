/** The rendered documents of all pages, within one bound of bytes; the one that was not used for the longest time leaves first. */
import { createPageTemplate, type PageTemplate } from './page-template.ts';

/** A page keeps its text, its compressed pieces and the bytes that they stand for. */
const bytesPerCharacter = 4;

export interface Documents {
  /**
   * The document of one version of a page.
   * @param version of the page that was read; another reading has another
   * @param name what it depends on besides
   */
  get(version: number, name: string, render: () => string | Promise<string>): Promise<PageTemplate>;
}

export function createDocuments(maxBytes: number): Documents {
  const documents = new Map<string, { template: PageTemplate; bytes: number }>();
  /** Visitors who come at the same time wait for the same rendering. */
  const underWay = new Map<string, Promise<PageTemplate>>();
  let sum = 0;

  function drop(key: string): void {
    sum -= documents.get(key)?.bytes ?? 0;
    documents.delete(key);
  }

  function keep(key: string, html: string): PageTemplate {
    const template = createPageTemplate(html);
    const bytes = html.length * bytesPerCharacter;
    documents.set(key, { template, bytes });
    sum += bytes;
    for (const oldest of documents.keys()) {
      if (sum <= maxBytes) break;
      drop(oldest);
    }
    return template;
  }

  return {
    async get(version, name, render) {
      const key = `${version} ${name}`;
      const known = documents.get(key);
      if (known !== undefined) {
        documents.delete(key);
        documents.set(key, known);
        return known.template;
      }
      const running =
        underWay.get(key) ??
        Promise.resolve(render())
          .then((html) => keep(key, html))
          .finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
  };
}
