/** "Is it on your page?": fetches the owner's page and says what of the embed stands there. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { embeds } from '@kindling/contract/embeds';
import { isAllowedSite } from '@kindling/guest/embed/render/allowed-sites';
import { createLimiter } from '@kindling/service/limiter';
import type { InferContractRouterOutputs } from '@orpc/contract';
import { inTenant } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { type FetchedPage, FetchTrouble } from '../../lib/safe-fetch.ts';
import type { EmbedsDeps } from './deps.ts';
import { findTraces, type PageTraces, type Trace } from './find-embed.ts';
import { findEmbed } from './queries.ts';

type Deps = Pick<EmbedsDeps, 'db' | 'fetchPage' | 'publicUrl'>;
export type PageCheck = InferContractRouterOutputs<typeof embeds>['check'];

/** Per account: enough for somebody who tries until it works, too few to have us call others for them. */
const checksPerMinute = 10;

/** @returns the check, with a count of its own per account. */
export function createPageCheck(deps: Deps) {
  const limiter = createLimiter({ max: checksPerMinute, windowSeconds: 60 });
  return async (accountId: string, id: string, url: string): Promise<PageCheck> => {
    const row = await inTenant(deps.db, accountId, (trx) => findEmbed(trx, accountId, id));
    if (row === null) throw notFound();
    const wait = await limiter.take(accountId);
    if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
    const settings = embedSettingsSchema.parse(row.published ?? row.draft);
    return checkPage(deps, { code: row.code, settings }, addressOf(url));
  };
}

/** People write `shop.example` and mean the page that a browser shows then. */
function addressOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}

async function checkPage(
  { fetchPage, publicUrl }: Deps,
  embed: { code: string; settings: EmbedSettings },
  url: string,
): Promise<PageCheck> {
  try {
    return judgePage(await fetchPage(url), embed, publicUrl);
  } catch (error) {
    if (error instanceof FetchTrouble) return { result: 'unreachable', detail: error.reason };
    throw error;
  }
}

export function judgePage(
  page: FetchedPage,
  { code, settings }: { code: string; settings: Pick<EmbedSettings, 'allowedSites'> },
  publicUrl: string,
): PageCheck {
  if (page.status < 200 || page.status > 299) return { result: 'unreachable', detail: String(page.status) };
  const [type = ''] = (page.headers['content-type'] ?? 'text/html').split(';');
  if (!/^(text\/html|application\/xhtml\+xml)$/i.test(type.trim()))
    return { result: 'not-html', detail: type.trim() };
  const policies = page.headers['content-security-policy'];
  const traces = findTraces(page.text, { url: page.url, policies, publicUrl });
  const way = wayOf(traces, code);
  if (way === null) return withoutWay(traces, code);
  const { hostname } = new URL(page.url);
  const { allowedSites } = settings;
  if (way.trace !== null && allowedSites.length > 0 && !isAllowedSite(hostname, allowedSites))
    return { result: 'not-allowed-site', detail: hostname };
  if (way.trace !== null && way.trace.blockedBy !== null)
    return { result: 'blocked-by-csp', detail: way.trace.blockedBy };
  return { result: way.result, detail: null };
}

interface Way {
  result: 'found-script' | 'found-iframe' | 'found-fragment';
  /** Null for what is there without asking us for anything. */
  trace: Trace | null;
}

/** How the page shows the embed; of several ways, one that may. */
function wayOf(traces: PageTraces, code: string): Way | null {
  if (traces.fragments.has(code)) return { result: 'found-fragment', trace: null };
  const script = traces.elements.has(code) ? (traces.scripts.get(code) ?? null) : null;
  const loader = traces.elements.has(code) ? traces.loader : null;
  const frame = traces.frames.get(code) ?? null;
  const ways: Way[] = [];
  if (script !== null) ways.push({ result: 'found-script', trace: script });
  if (loader !== null) ways.push({ result: 'found-script', trace: loader });
  if (frame !== null) ways.push({ result: 'found-iframe', trace: frame });
  return ways.find(({ trace }) => trace?.blockedBy === null) ?? ways[0] ?? null;
}

function withoutWay(traces: PageTraces, code: string): PageCheck {
  if (traces.scripts.has(code)) return { result: 'script-without-element', detail: null };
  if (traces.elements.has(code)) return { result: 'element-without-script', detail: null };
  const others = [...traces.elements, ...traces.scripts.keys(), ...traces.frames.keys()].filter(Boolean);
  const [other] = others;
  return other === undefined
    ? { result: 'not-found', detail: null }
    : { result: 'other-embed', detail: other };
}
