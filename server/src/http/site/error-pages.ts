/** The error pages in the language of whoever asked, with the policy of the other public pages. */
import type { ErrorPage } from '../server.ts';
import type { SiteDocuments } from './documents.ts';
import { requestLanguage } from './routes.ts';
import { siteHeaders } from './site-headers.ts';

export function createErrorPage(documents: SiteDocuments, helpDeskUrl: string | null): ErrorPage {
  const headers = {
    ...siteHeaders(documents.style, helpDeskUrl),
    // The same address may be a page tomorrow, and speaks another language to the next person.
    'cache-control': 'no-store',
  };
  return (status, request) => ({
    html: documents.error(status, requestLanguage(documents, request), request.id),
    headers,
  });
}
