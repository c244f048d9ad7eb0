/**
 * The addresses of shared previews: a page with a bar, and in its frame the example page with the draft as it is now. Whoever
 * has the address sees it, so it is neither indexed nor cached, and what does not work any more has one plain page.
 */
import { asLanguage, type Language, languages } from '@kindling/contract/constants';
import { renderPreviewDocument } from '@kindling/guest/embed/render/preview-document';
import {
  renderLostPreview,
  renderSharedPreview,
  type SharedPage,
} from '@kindling/guest/embed/render/shared-preview';
import { preferredLanguage } from '@kindling/service/language';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { findDraft, makeDraftSnapshot, previewHeaders, renderDraftScript } from '../embeds/index.ts';
import type { PreviewLinksDeps } from './deps.ts';
import { hashOfToken } from './links.ts';
import { findLinkByToken } from './queries.ts';

type Request = { Params: { token: string }; Querystring: { theme?: unknown } };

const config = { access: 'public' as const };
const unindexed = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

/** Of one network: each page costs readings of the database, and the second one a rendering. */
const maxPagesPerMinute = 60;

export function mountSharedPreviews(app: FastifyInstance, deps: PreviewLinksDeps): void {
  const pages = deps.limits.create({ name: 'preview-pages', max: maxPagesPerMinute, windowSeconds: 60 });
  const requireLeft = async (request: FastifyRequest): Promise<void> => {
    const retryAfter = await pages.consume(clientNetwork(request));
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  };
  app.get<Request>('/embed-preview/:token', { config }, async (request, reply) => {
    await requireLeft(request);
    const { token } = request.params;
    const shared = await findShared(deps, token);
    const language = languageOf(request);
    if (shared === null) return sendPage(reply.status(404), renderLostPreview(language));
    const page = renderSharedPreview({
      language,
      theme: themeOf(request),
      path: `/embed-preview/${token}`,
      expiresAt: shared.expiresAt.toISOString(),
    });
    return sendPage(reply, page);
  });
  app.get<Request>('/embed-preview/:token/page', { config }, async (request, reply) => {
    await requireLeft(request);
    const shared = await findShared(deps, request.params.token);
    if (shared === null) return sendPage(reply.status(404), renderLostPreview(languageOf(request)));
    const { html, csp } = await renderShared(deps, shared, themeOf(request));
    return reply
      .headers({ ...previewHeaders(csp, deps.publicUrl), ...unindexed })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

type Shared = NonNullable<Awaited<ReturnType<typeof findShared>>>;

/** The draft behind a token that works; null otherwise, also while the operator has taken the embed down. */
async function findShared({ db }: PreviewLinksDeps, token: string) {
  const hash = hashOfToken(token);
  if (hash === null) return null;
  const link = await inSystem(db, (trx) => findLinkByToken(trx, hash));
  if (link === null) return null;
  const accountId = link.account_id;
  const draft = await inTenant(db, accountId, (trx) => findDraft(trx, accountId, link.embed_id));
  if (draft === null || draft.takenDown) return null;
  const counted = link.counted_locations;
  if (counted !== null && !isWithin(draft.settings.locationIds, counted)) return null;
  return { accountId, draft, counted, expiresAt: link.expires_at };
}

/** A limited member made the link: it ends when the draft shows locations that this member does not see. */
const isWithin = (locationIds: readonly string[], counted: readonly string[]): boolean =>
  locationIds.length > 0 && locationIds.every((id) => counted.includes(id));

function renderShared(deps: PreviewLinksDeps, shared: Shared, theme: 'light' | 'dark') {
  const { accountId, draft, counted } = shared;
  const settings = draft.settings.theme === 'auto' ? { ...draft.settings, theme } : draft.settings;
  const render = async () => {
    const snapshot = await makeDraftSnapshot(deps, accountId, { code: draft.code, settings }, counted);
    return renderPreviewDocument(snapshot, renderDraftScript(deps, snapshot), theme);
  };
  return deps.ofAccount.run(accountId, () => deps.ofAll.run(render));
}

function sendPage(reply: FastifyReply, { html, style }: SharedPage): FastifyReply {
  return reply
    .headers({
      ...unindexed,
      'content-security-policy': `default-src 'none'; style-src ${style}; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function languageOf({ headers }: FastifyRequest): Language {
  return asLanguage(preferredLanguage(headers['accept-language'], languages) ?? undefined);
}

function themeOf({ query }: { query: Request['Querystring'] }): 'light' | 'dark' {
  return query.theme === 'dark' ? 'dark' : 'light';
}
