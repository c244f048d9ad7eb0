/** Documents with an example page around an embed. For the server only, because they hash. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@kindling/contract/embeds';
import { languageFacts } from '@kindling/locales/languages.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { examplePageCss, examplePageTitle, renderExamplePage } from './example-page.tsx';

export type PreviewDocument = {
  readonly html: string;
  /** Values for `style-src` and `script-src` of this document, with quotes; nothing else is needed. */
  readonly csp: { readonly style: string; readonly script: string };
};

/** The empty document of the editor's frame, which the editor fills. `source` is the built `dist/guest/preview.js`. */
export function renderPreviewFrame(source: string): PreviewDocument {
  return documentOf({ language: 'en', theme: 'light', title: 'Preview', body: '', script: source.trim() });
}

/** @param script the embed's own, from `renderScript`, which is safe inside a script element */
export function renderPreviewDocument(
  snapshot: Snapshot,
  script: string,
  theme: 'light' | 'dark',
): PreviewDocument {
  const { tag } = languageFacts[snapshot.settings.language];
  const body = renderExamplePage(snapshot);
  return documentOf({ language: tag, theme, title: examplePageTitle(snapshot), body, script });
}

interface Parts {
  language: string;
  theme: 'light' | 'dark';
  title: string;
  /** Markup. */
  body: string;
  script: string;
}

function documentOf({ language, theme, title, body, script }: Parts): PreviewDocument {
  const html = [
    `<!doctype html><html lang="${language}" data-theme="${theme}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex,nofollow">',
    renderToStaticMarkup(<title>{title}</title>),
    `<style>${examplePageCss}</style></head><body>${body}<script>${script}</script></body></html>`,
  ].join('');
  return { html, csp: { style: sourceHash(examplePageCss), script: sourceHash(script) } };
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
