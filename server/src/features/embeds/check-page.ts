/** "Is it on your page?": fetches the owner's page and reports how the embed is installed there. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { snapshotSchema } from '@kindling/contract/embeds';
import type { PageCheck } from '@kindling/contract/page-check';
import { isAllowedSite } from '@kindling/guest/embed/render/allowed-sites';
import { isFixed } from '@kindling/guest/embed/render/reserve';
import { inTenant } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { SafeFetchError } from '../../lib/safe-fetch.ts';
import type { EmbedsDeps } from './deps.ts';
import { type EmbedRow, findEmbed } from './queries.ts';

type Deps = Pick<EmbedsDeps, 'db' | 'limits' | 'fetchPage' | 'pageAnalyzer' | 'publicUrl'>;

/** Per account: enough for retries until it works, too few to abuse us for requests to other sites. */
const maxChecksPerMinute = 10;
/** Over all accounts, since each check holds a page of up to 3 MB. An account has one check at a time. */
const maxConcurrentChecks = 8;
/** Seconds after which a running check has ended. */
const maxCheckSeconds = 15;

const rateLimited = (retryAfter: number) => new AppError('rate-limited', undefined, { retryAfter });

/** Creates the check with its limits. */
export function createPageCheck(deps: Deps) {
  const limiter = deps.limits.create({
    name: 'page-checks',
    max: maxChecksPerMinute,
    windowSeconds: 60,
    exact: true,
  });
  const running = new Set<string>();
  return async (accountId: string, id: string, url: string): Promise<PageCheck> => {
    const row = await inTenant(deps.db, accountId, (trx) => findEmbed(trx, accountId, id));
    if (row === null) throw notFound();
    if (running.has(accountId)) throw rateLimited(maxCheckSeconds);
    if (running.size >= maxConcurrentChecks) return { result: 'busy', detail: null };
    // Added before the first await, so that two simultaneous requests of an account cannot both pass.
    running.add(accountId);
    try {
      const wait = await limiter.consume(accountId);
      if (wait > 0) throw rateLimited(wait);
      return await checkPage(deps, toCheckedEmbed(row), normalizeUrl(url));
    } finally {
      running.delete(accountId);
    }
  };
}

/** The properties of an embed that the check needs. */
function toCheckedEmbed({ code, published, draft, snapshot }: EmbedRow) {
  const { allowedSites } = embedSettingsSchema.parse(published ?? draft);
  const inFlow = snapshot === null || !isFixed(snapshotSchema.parse(snapshot));
  return { code, allowedSites, inFlow };
}

/** Adds the scheme, as a browser does for `shop.example`. */
function normalizeUrl(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}

async function checkPage(
  { fetchPage, pageAnalyzer, publicUrl }: Deps,
  { code, allowedSites, inFlow }: ReturnType<typeof toCheckedEmbed>,
  url: string,
): Promise<PageCheck> {
  try {
    const page = await fetchPage(url);
    const siteAllowed = allowedSites.length === 0 || isAllowedSite(new URL(page.url).hostname, allowedSites);
    return await pageAnalyzer.analyze({
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
