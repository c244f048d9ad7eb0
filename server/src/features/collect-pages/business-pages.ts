/** The pages about a business: `/r/<slug>`, its first-party reviews, and `/r/<slug>/how-we-ask`. */

import {
  type HowWeAskPage,
  markets,
  type ProfilePage,
  type ProfileReview,
} from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { renderHowWeAsk } from '@kindling/guest/collect/how-we-ask';
import { renderProfile } from '@kindling/guest/collect/profile-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import { listRatingStyles, type PageView } from '../pipelines/index.ts';
import { getMarket, mayHideByRating } from '../reviews/index.ts';
import {
  countHiddenReviews,
  countSubmissions,
  listPlatformFigures,
  listPublicReviews,
  listUsedDoors,
  type PublicReviewRow,
  sumFirstParty,
} from './business-queries.ts';
import type { CollectPagesDeps } from './deps.ts';
import { findPage } from './find-page.ts';
import { pageAddress } from './page-address.ts';
import { renderPlain, statusOfPlain } from './render-page.ts';
import { sendPage, sendWhole } from './send-page.ts';
import { visitorLanguage } from './visitor-language.ts';

type SlugRoute = { Params: { slug: string }; Querystring: { page?: unknown } };
type SlugRequest = FastifyRequest<SlugRoute>;

const config = { access: 'public' as const };
const pageSize = 20;
/** Older reviews are in the account of the business; a page far back costs as much as all before it. */
const maxPages = 50;
/** How many pages a profile has, once it was read: a number after them reaches the database no more. */
const lastPages = new WeakMap<PageView, number>();

export function mountBusinessPages(app: FastifyInstance, deps: CollectPagesDeps): void {
  app.get<SlugRoute>('/r/:slug', { config }, (request: SlugRequest, reply) =>
    show(deps, request, reply, 'profile'),
  );
  app.get<SlugRoute>('/r/:slug/how-we-ask', { config }, (request: SlugRequest, reply) =>
    show(deps, request, reply, 'how-we-ask'),
  );
}

type Read = (
  deps: CollectPagesDeps,
  trx: Transaction<DB>,
  view: PageView,
  number: number,
) => Promise<(language: Language) => string>;

const readers = { profile: readProfile, 'how-we-ask': readHowWeAsk } satisfies Record<string, Read>;

/** Documents are kept as long as the page in memory, about a minute, so that no crowd of readers reaches the database. */
async function show(
  deps: CollectPagesDeps,
  request: SlugRequest,
  reply: FastifyReply,
  what: keyof typeof readers,
): Promise<FastifyReply> {
  const language = visitorLanguage(request);
  const address = pageAddress('c', request.params.slug);
  const found = await findPage(deps, request, address);
  if (found?.page?.kind !== 'open') {
    const page = found?.page ?? null;
    const plain = renderPlain(page, `/r/${address?.code ?? ''}`, language);
    return sendPage(request, reply, plain, statusOfPlain(page));
  }
  const { view } = found.page;
  const number = what === 'profile' ? pageNumber(request.query.page, lastPages.get(view)) : 1;
  const template = await deps.documents.get(found.version, `${what} ${number} ${language}`, () =>
    inTenant(deps.db, view.accountId, async (trx) =>
      (await readers[what](deps, trx, view, number))(language),
    ),
  );
  return sendWhole(request, reply, template, { indexed: view.settings.profileIndexed });
}

async function readHowWeAsk(_deps: CollectPagesDeps, trx: Transaction<DB>, view: PageView) {
  const { accountId, businessId, slug, business, settings } = view;
  const locationIds = view.locations.map(({ id }) => id);
  const { received, withdrawn, ...held } = await countSubmissions(trx, accountId, locationIds);
  const market = await getMarket(trx, accountId);
  const page: HowWeAskPage = {
    path: `/r/${slug}/how-we-ask`,
    business,
    settings,
    market: markets.find((one) => one === market) ?? 'other',
    doors: await listUsedDoors(trx, accountId, businessId),
    ratingStyles: await listRatingStyles(trx, accountId, businessId),
    figures: { received, withdrawn, held },
    hidden: await countHiddenReviews(trx, accountId, locationIds, mayHideByRating(market)),
    profileUrl: `/r/${slug}`,
  };
  return (language: Language) => renderHowWeAsk(page, language);
}

async function readProfile(
  { publicUrl }: CollectPagesDeps,
  trx: Transaction<DB>,
  view: PageView,
  number: number,
) {
  const { accountId, slug, business, settings, locations } = view;
  const ids = locations.map(({ id }) => id);
  const sums = await sumFirstParty(trx, accountId, ids);
  const hidesByRating = mayHideByRating(await getMarket(trx, accountId));
  const hidden = await countHiddenReviews(trx, accountId, ids, hidesByRating);
  const hiddenCount = hidden.reduce((sum, { count }) => sum + count, 0);
  const shown = Math.max(0, sums.stars + sums.thumbs - hiddenCount);
  const pages = Math.min(maxPages, Math.max(1, Math.ceil(shown / pageSize)));
  lastPages.set(view, pages);
  if (number > pages) throw notFound();
  const rows = await listPublicReviews(trx, accountId, ids, {
    limit: pageSize,
    offset: (number - 1) * pageSize,
    hidesByRating,
  });
  const several = locations.length > 1;
  const nameOf = (id: string) => (several ? (locations.find((one) => one.id === id)?.name ?? null) : null);
  const platforms = await listPlatformFigures(trx, accountId, ids);
  const page: ProfilePage = {
    path: `/r/${slug}`,
    url: `${publicUrl}/r/${slug}`,
    business: { ...business, website: view.website, phone: view.phone },
    settings,
    locations,
    firstParty: {
      average: sums.stars === 0 ? null : sums.starSum / sums.stars,
      stars: sums.stars,
      thumbsUp: sums.thumbsUp,
      thumbs: sums.thumbs,
    },
    platforms: platforms.map(({ locationId, ...figure }) => ({ ...figure, location: nameOf(locationId) })),
    reviews: rows.map((row) => presentReview(row, nameOf(row.location_id))),
    page: number,
    pages,
    hidden,
    collectUrl: `/c/${slug}`,
    howWeAskUrl: `/r/${slug}/how-we-ask`,
    indexed: settings.profileIndexed,
  };
  return (language: Language) => renderProfile(page, language);
}

/** @throws AppError `not-found` for a page that does not exist, so that search engines list none twice */
function pageNumber(asked: unknown, last = maxPages): number {
  if (asked === undefined) return 1;
  const number = typeof asked === 'string' && /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 0;
  if (number < 1 || number > last) throw notFound();
  return number;
}

function presentReview(row: PublicReviewRow, location: string | null): ProfileReview {
  const thumb = row.recommendation === 'negative' ? 'down' : 'up';
  return {
    id: row.id,
    author: row.author_name,
    rating: row.rating ?? thumb,
    text: row.text,
    writtenOn: row.written_on,
    invited: row.invited,
    location,
    reply: row.reply_text === null ? null : { text: row.reply_text },
  };
}
