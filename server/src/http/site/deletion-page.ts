/** The status page of a deletion request, in the visitor's language; it works without scripts. */
import { deletionPageName, languageTag } from '@kindling/contract/site';
import type { FastifyRequest } from 'fastify';
import type { SiteDocuments } from './documents.ts';
import type { Placeholders } from './placeholders.ts';
import { requestLanguage } from './routes.ts';
import { siteHeaders } from './site-headers.ts';

/** The status that the page shows. */
interface DeletionStatus {
  code: string;
  receivedAt: Date;
  /** Null while the deletion is running. */
  doneAt: Date | null;
  /** How many items were found when the request arrived. */
  connections: number;
  listings: number;
  reviews: number;
}

/** Renders the page in the visitor's language; null when the build lacks it. */
export type RenderDeletionPage = (
  request: FastifyRequest,
  state: DeletionStatus,
) => { html: string; headers: Readonly<Record<string, string>> } | null;

export function createDeletionPage(documents: SiteDocuments, helpDeskUrl: string | null): RenderDeletionPage {
  const headers = {
    ...siteHeaders(documents.style, helpDeskUrl),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    // The address contains the code, which other sites must not see.
    'referrer-policy': 'no-referrer',
  };
  return (request, state) => {
    const language = requestLanguage(documents, request);
    const html = documents.renderPerRequest(
      deletionPageName,
      language,
      deletionPlaceholders(state, languageTag(language)),
    );
    return html === null ? null : { html, headers };
  };
}

function deletionPlaceholders(
  { code, receivedAt, doneAt, ...found }: DeletionStatus,
  tag: string,
): Placeholders {
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(tag);
  const isDone = doneAt !== null;
  return {
    'deletion.code': code,
    'deletion.received': `${time.format(receivedAt)} UTC`,
    'deletion.done': isDone && found.connections > 0 ? `${time.format(doneAt)} UTC` : '',
    'deletion.nothing': isDone && found.connections === 0 ? `${time.format(doneAt)} UTC` : '',
    'deletion.waiting': isDone ? '' : 'waiting',
    'deletion.found': found.connections > 0 ? 'found' : '',
    'deletion.connections': number.format(found.connections),
    'deletion.listings': number.format(found.listings),
    'deletion.reviews': number.format(found.reviews),
  };
}
