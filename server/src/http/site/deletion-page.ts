/** The page that tells what became of a deletion, in the language of whoever asks; it works without scripts. */
import { deletionPageName, languageTag } from '@kindling/contract/site';
import type { FastifyRequest } from 'fastify';
import type { SiteDocuments } from './documents.ts';
import type { Marks } from './marks.ts';
import { siteHeaders } from './policy.ts';
import { languageOf } from './routes.ts';

/** What the page tells of a request. */
interface DeletionState {
  code: string;
  receivedAt: Date;
  /** Null while the deletion is under way. */
  doneAt: Date | null;
  /** What was found when the request came. */
  connections: number;
  listings: number;
  reviews: number;
}

/** Makes the page in the language of whoever asks; null when the build lacks it. */
export type DeletionPage = (
  request: FastifyRequest,
  state: DeletionState,
) => { html: string; headers: Readonly<Record<string, string>> } | null;

export function deletionPages(documents: SiteDocuments, helpDeskUrl: string | null): DeletionPage {
  const headers = {
    ...siteHeaders(documents.style, helpDeskUrl),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    // The address holds the code.
    'referrer-policy': 'no-referrer',
  };
  return (request, state) => {
    const language = languageOf(documents, request);
    const html = documents.personal(
      deletionPageName,
      language,
      marksOfDeletion(state, languageTag(language)),
    );
    return html === null ? null : { html, headers };
  };
}

function marksOfDeletion({ code, receivedAt, doneAt, ...found }: DeletionState, tag: string): Marks {
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
