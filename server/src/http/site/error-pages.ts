/** The error pages in the visitor's language, with the headers of the other public pages. */
import type { ErrorPage } from '../server.ts';
import type { SiteDocuments } from './documents.ts';
import { requestLanguage } from './routes.ts';
import { siteHeaders } from './site-headers.ts';

export function createErrorPage(documents: SiteDocuments, helpDeskUrl: string | null): ErrorPage {
  const headers = {
    ...siteHeaders(documents.style, helpDeskUrl),
    // The address may exist tomorrow, and the language depends on the visitor.
    'cache-control': 'no-store',
  };
  return (status, request) => ({
    html: documents.error(status, requestLanguage(documents, request), request.id),
    headers,
  });
}
