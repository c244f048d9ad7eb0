/** Links to the preview of a draft: made and revoked by members. What a link shows is rendered when it is opened. */
import { createHash, randomBytes } from 'node:crypto';
import { maxPreviewLinks, type PreviewLink, previewLinkDays } from '@kindling/contract/preview-links';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { findDraft, lockDraft } from '../embeds/index.ts';
import { audit } from '../identity/index.ts';
import type { PreviewLinksDeps } from './deps.ts';
import { deleteExpiredLinks, deleteLink, insertLink, listLinkRows, type PreviewLinkRow } from './queries.ts';

type Deps = Pick<PreviewLinksDeps, 'db' | 'publicUrl'>;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** What the database keeps of a token; null for what cannot be one. */
export function hashOfToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** @throws AppError `not-found` for an embed that the caller may not see */
export function listLinks(
  { db }: Pick<Deps, 'db'>,
  { accountId }: SignedInUser,
  embedId: string,
): Promise<PreviewLink[]> {
  return inTenant(db, accountId, async (trx) => {
    if ((await findDraft(trx, accountId, embedId)) === null) throw notFound();
    return (await listLinkRows(trx, accountId, embedId)).map(present);
  });
}

/** @throws AppError `not-found`; `taken-down` while the operator has taken it down; `limit-reached` */
export function createLink(
  { db, publicUrl }: Deps,
  { accountId, userId }: SignedInUser,
  embedId: string,
): Promise<{ link: PreviewLink; url: string }> {
  return inTenant(db, accountId, async (trx) => {
    const draft = await lockDraft(trx, accountId, embedId);
    if (draft === null) throw notFound();
    if (draft.takenDown) throw new AppError('taken-down');
    await deleteExpiredLinks(trx, accountId, embedId);
    if ((await listLinkRows(trx, accountId, embedId)).length >= maxPreviewLinks)
      throw new AppError('limit-reached');
    const token = randomBytes(32).toString('base64url');
    const row = await insertLink(trx, accountId, {
      id: newId(),
      embedId,
      tokenHash: createHash('sha256').update(token).digest(),
      countedLocations: currentLocationLimit(accountId),
      days: previewLinkDays,
    });
    await audit(trx, { accountId, userId, action: 'embed.preview-shared', target: embedId });
    return { link: present(row), url: `${publicUrl}/embed-preview/${token}` };
  });
}

/** @throws AppError `not-found` */
export function revokeLink(
  { db }: Pick<Deps, 'db'>,
  { accountId, userId }: SignedInUser,
  embedId: string,
  id: string,
): Promise<void> {
  return inTenant(db, accountId, async (trx) => {
    if (!(await deleteLink(trx, accountId, embedId, id))) throw notFound();
    await audit(trx, { accountId, userId, action: 'embed.preview-revoked', target: embedId });
  });
}

function present({ id, created_at, expires_at }: PreviewLinkRow): PreviewLink {
  return { id, createdAt: created_at.toISOString(), expiresAt: expires_at.toISOString() };
}
