/** "Is it on your page?": fetches the owner's page and says what of the embed stands there. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { snapshotSchema } from '@kindling/contract/embeds';
import type { PageCheck } from '@kindling/contract/page-check';
import { isAllowedSite } from '@kindling/guest/embed/render/allowed-sites';
import { isFixed } from '@kindling/guest/embed/render/reserve';
import { createLimiter } from '@kindling/service/limiter';
import { inTenant } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { SafeFetchError } from '../../lib/safe-fetch.ts';
import type { EmbedsDeps } from './deps.ts';
import { type EmbedRow, findEmbed } from './queries.ts';

type Deps = Pick<EmbedsDeps, 'db' | 'fetchPage' | 'pageReader' | 'publicUrl'>;

/** Per account: enough for somebody who tries until it works, too few to have us call others for them. */
const maxChecksPerMinute = 10;
/** Of all accounts together; each holds a page of up to 3 MB. An account has one at a time. */
const maxConcurrentChecks = 8;
/** Seconds after which a check that is under way has ended. */
const maxCheckSeconds = 15;

const rateLimited = (retryAfter: number) => new AppError('rate-limited', undefined, { retryAfter });

/** @returns the check, with counts of its own per account and for all. */
export function createPageCheck(deps: Deps) {
  const limiter = createLimiter({ max: maxChecksPerMinute, windowSeconds: 60 });
  const underWay = new Set<string>();
  return async (accountId: string, id: string, url: string): Promise<PageCheck> => {
    const row = await inTenant(deps.db, accountId, (trx) => findEmbed(trx, accountId, id));
    if (row === null) throw notFound();
    if (underWay.has(accountId)) throw rateLimited(maxCheckSeconds);
    if (underWay.size >= maxConcurrentChecks) return { result: 'busy', detail: null };
    // Counted before anything is waited for: two requests of one moment must not both find the account free.
    underWay.add(accountId);
    try {
      const wait = await limiter.consume(accountId);
      if (wait > 0) throw rateLimited(wait);
      return await checkPage(deps, toCheckedEmbed(row), normalizeUrl(url));
    } finally {
      underWay.delete(accountId);
    }
  };
}

/** What of an embed counts for its page. */
function toCheckedEmbed({ code, published, draft, snapshot }: EmbedRow) {
  const { allowedSites } = embedSettingsSchema.parse(published ?? draft);
  const inFlow = snapshot === null || !isFixed(snapshotSchema.parse(snapshot));
  return { code, allowedSites, inFlow };
}

/** People write `shop.example` and mean the page that a browser shows then. */
function normalizeUrl(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}

async function checkPage(
  { fetchPage, pageReader, publicUrl }: Deps,
  { code, allowedSites, inFlow }: ReturnType<typeof toCheckedEmbed>,
  url: string,
): Promise<PageCheck> {
  try {
    const page = await fetchPage(url);
    const siteAllowed = allowedSites.length === 0 || isAllowedSite(new URL(page.url).hostname, allowedSites);
    return await pageReader.analyze({
      page,
      embed: { code, siteAllowed, inFlow },
      publicUrl,
    });
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    if (error.reason === 'too-large') return { result: 'too-large', detail: null };
    return { result: 'unreachable', detail: error.reason };
  }
}
