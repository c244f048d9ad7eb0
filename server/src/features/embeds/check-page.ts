/** "Is it on your page?": fetches the owner's page and reports how the embed is installed there. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { snapshotSchema } from '@kindling/contract/embeds';
import type { PageCheck } from '@kindling/contract/page-check';
import { isAllowedSite } from '@kindling/guest/embed/render/allowed-sites';
import { isFixed } from '@kindling/guest/embed/render/reserve';
import { inTenant } from '../../db/transaction.ts';
import { notFound } from '../../lib/app-error.ts';
import { SafeFetchError } from '../../lib/safe-fetch.ts';
import type { EmbedsDeps } from './deps.ts';
import { createLimitedFetches, normalizeUrl } from './limited-fetches.ts';
import { type EmbedRow, findEmbed } from './queries.ts';

type Deps = Pick<EmbedsDeps, 'db' | 'limits' | 'fetchPage' | 'pageAnalyzer' | 'publicUrl'>;

/** Creates the check with its limits. */
export function createPageCheck(deps: Deps) {
  const limited = createLimitedFetches(deps, 'page-checks');
  return async (accountId: string, id: string, url: string): Promise<PageCheck> => {
    const row = await inTenant(deps.db, accountId, (trx) => findEmbed(trx, accountId, id));
    if (row === null) throw notFound();
    const result = await limited(accountId, () => checkPage(deps, toCheckedEmbed(row), normalizeUrl(url)));
    return result ?? { result: 'busy', detail: null };
  };
}

/** The properties of an embed that the check needs. */
function toCheckedEmbed({ code, published, draft, snapshot }: EmbedRow) {
  const { allowedSites } = embedSettingsSchema.parse(published ?? draft);
  const inFlow = snapshot === null || !isFixed(snapshotSchema.parse(snapshot));
  return { code, allowedSites, inFlow };
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
