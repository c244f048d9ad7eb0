/** Reading campaigns, and pausing, canceling and deleting them. */
import { type RecipientState, requestLimits } from '@kindling/contract/review-request-limits';
import type { Allowance, Campaign, CampaignRecipient, CampaignRow } from '@kindling/contract/review-requests';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { audit, findMemberRow, lockAccount, type PlainAuditAction } from '../identity/index.ts';
import { cancelMails } from '../mail/index.ts';
import { readAllowance } from './allowance.ts';
import {
  deleteCampaign,
  findCampaignRow,
  listCampaignRows,
  type CampaignRow as StoredCampaign,
  updateProgress,
} from './campaign-queries.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { presentCampaign, presentRecipient, presentRow } from './present.ts';
import {
  cancelRecipients,
  listCampaignMailIds,
  listRecipientRows,
  readRemaining,
} from './recipient-queries.ts';
import { noResults, sumCampaigns } from './sums-queries.ts';

export function listCampaigns(
  deps: ReviewRequestsDeps,
  { accountId, userId }: SignedInUser,
): Promise<{ campaigns: CampaignRow[]; allowance: Allowance; mailWorks: boolean; replyTo: string }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await listCampaignRows(trx, accountId);
    const sums = await sumCampaigns(trx, accountId, null);
    const { perDay, left, trial, renewsAt } = await readAllowance(trx, deps, accountId);
    const member = await findMemberRow(trx, accountId, userId);
    return {
      campaigns: rows.map((row) => presentRow(row, sums.get(row.id) ?? noResults)),
      allowance: { perDay, leftToday: left, trial, renewsAt: renewsAt.toISOString() },
      mailWorks: deps.mailWorks,
      replyTo: member?.email ?? '',
    };
  });
}

/** @throws AppError `not-found` */
export async function readCampaign(trx: Transaction<DB>, accountId: string, id: string): Promise<Campaign> {
  const row = await findCampaignRow(trx, accountId, id);
  if (row === null) throw notFound();
  const sums = await sumCampaigns(trx, accountId, id);
  return presentCampaign(row, sums.get(id) ?? noResults);
}

/** @throws AppError `not-found`; `invalid-input` for a cursor that is none */
export function listRecipients(
  { db }: ReviewRequestsDeps,
  accountId: string,
  { id, state, cursor }: { id: string; state?: RecipientState | undefined; cursor?: string | undefined },
): Promise<{ items: CampaignRecipient[]; nextCursor: string | null }> {
  return inTenant(db, accountId, async (trx) => {
    if ((await findCampaignRow(trx, accountId, id)) === null) throw notFound();
    const rows = await listRecipientRows(trx, accountId, id, {
      state: state ?? null,
      after: cursor === undefined ? -1 : positionOf(cursor),
      // One more than a page shows whether there is a next one.
      limit: requestLimits.pageSize + 1,
    });
    const page = rows.slice(0, requestLimits.pageSize);
    const last = page.at(-1);
    const more = rows.length > page.length && last !== undefined;
    return { items: page.map(presentRecipient), nextCursor: more ? String(last.position) : null };
  });
}

function positionOf(cursor: string): number {
  if (/^\d{1,4}$/.test(cursor)) return Number(cursor);
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
  });
}

type Change = (trx: Transaction<DB>, campaign: StoredCampaign) => Promise<boolean>;

/** Changes a campaign while nothing of it is sent. @throws AppError `not-found` */
function changeCampaign(
  deps: ReviewRequestsDeps,
  { accountId, userId }: SignedInUser,
  id: string,
  action: PlainAuditAction,
  change: Change,
): Promise<Campaign> {
  return inTenant(deps.db, accountId, async (trx) => {
    await lockAccount(trx, accountId);
    const campaign = await findCampaignRow(trx, accountId, id);
    if (campaign === null) throw notFound();
    if (await change(trx, campaign)) await audit(trx, { accountId, userId, action, target: id });
    return readCampaign(trx, accountId, id);
  });
}

const isOver = ({ state }: StoredCampaign) => state === 'finished' || state === 'canceled';

export function pauseCampaign(deps: ReviewRequestsDeps, user: SignedInUser, id: string): Promise<Campaign> {
  return changeCampaign(deps, user, id, 'review-request.paused', async (trx, campaign) => {
    if (isOver(campaign) || campaign.state === 'paused') return false;
    const { next_send_at: nextSendAt } = campaign;
    await updateProgress(trx, user.accountId, id, { state: 'paused', nextSendAt });
    return true;
  });
}

/** What became due meanwhile is sent at once. */
export function resumeCampaign(deps: ReviewRequestsDeps, user: SignedInUser, id: string): Promise<Campaign> {
  return changeCampaign(deps, user, id, 'review-request.resumed', async (trx, campaign) => {
    if (campaign.state !== 'paused') return false;
    const { waits } = await readRemaining(trx, user.accountId, id);
    const state = !waits ? 'reminding' : campaign.starts_at > nowOf(deps) ? 'scheduled' : 'sending';
    await updateProgress(trx, user.accountId, id, {
      state,
      nextSendAt: campaign.next_send_at ?? nowOf(deps),
    });
    return true;
  });
}

export function cancelCampaign(deps: ReviewRequestsDeps, user: SignedInUser, id: string): Promise<Campaign> {
  return changeCampaign(deps, user, id, 'review-request.canceled', async (trx, campaign) => {
    if (isOver(campaign)) return false;
    await cancelMails(trx, user.accountId, await listCampaignMailIds(trx, user.accountId, id), nowOf(deps));
    await cancelRecipients(trx, user.accountId, id);
    await updateProgress(trx, user.accountId, id, { state: 'canceled', nextSendAt: null });
    return true;
  });
}

/** Deletes a campaign with its addresses; mails that were not sent yet are never sent. @throws AppError `not-found` */
export function removeCampaign(
  deps: ReviewRequestsDeps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  return inTenant(deps.db, accountId, async (trx) => {
    await lockAccount(trx, accountId);
    if ((await findCampaignRow(trx, accountId, id)) === null) throw notFound();
    await cancelMails(trx, accountId, await listCampaignMailIds(trx, accountId, id), nowOf(deps));
    await deleteCampaign(trx, accountId, id);
    await audit(trx, { accountId, userId, action: 'review-request.removed', target: id });
  });
}
