/**
 * Sends a part of a campaign. One transaction decides about each recipient and stores their mail, so whoever is killed in between
 * sends nobody twice and forgets nobody. Parts are small, so that mails of other accounts, and passwords, come in between.
 */
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { findMemberRow, listAccountUsers, lockAccount } from '../identity/index.ts';
import { cancelMails } from '../mail/index.ts';
import { maskAddress } from './addresses.ts';
import { readAllowance } from './allowance.ts';
import {
  type CampaignPage,
  type CampaignRow,
  findCampaignPage,
  findCampaignRow,
  listDueCampaigns,
  postponeDue,
  updateProgress,
} from './campaign-queries.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { invitationMail, mailIdOf } from './invitation-mail.ts';
import { sendCampaignJob } from './jobs.ts';
import { invitationToken } from './links.ts';
import {
  cancelRecipients,
  type DueRecipient,
  dropReminder,
  listCampaignMailIds,
  listToRemind,
  listWaiting,
  markQueued,
  markReminderQueued,
  markSkipped,
  readRemaining,
} from './recipient-queries.ts';
import { daysLater, nextDayAt } from './schedule.ts';
import { addToDay, findBlocked, noteContact } from './suppression-queries.ts';

/** Recipients in one part, and the time until the next part of the same campaign. */
export const partSize = 20;
const pauseMs = 60_000;
const failedPauseMs = 3_600_000;
/** Campaigns that get a part in one minute, those that waited longest first. */
const maxCampaignsPerSweep = 10;

/** Enqueues a part of each campaign that is due. */
export async function sweepCampaigns(deps: ReviewRequestsDeps): Promise<void> {
  const due = await inSystem(deps.db, (trx) => listDueCampaigns(trx, nowOf(deps), maxCampaignsPerSweep));
  for (const { accountId, id } of due)
    await deps.queue.enqueue(sendCampaignJob, { accountId, id }, { key: `${accountId} ${id}` });
}

const sendingStates: readonly string[] = ['scheduled', 'sending', 'reminding'];

/** As {@link sendPart}. A campaign that fails waits an hour, so that it takes no place of the others. */
export async function sendPartOrPostpone(
  deps: ReviewRequestsDeps,
  accountId: string,
  id: string,
): Promise<void> {
  try {
    await sendPart(deps, accountId, id);
  } catch (error) {
    const nextSendAt = new Date(nowOf(deps).getTime() + failedPauseMs);
    // A database that is down refuses this too; then all campaigns wait.
    await inTenant(deps.db, accountId, (trx) => postponeDue(trx, accountId, id, nextSendAt)).catch(
      () => undefined,
    );
    throw error;
  }
}

/** Sends the next part of a campaign that is due. */
export function sendPart(deps: ReviewRequestsDeps, accountId: string, id: string): Promise<void> {
  return inTenant(deps.db, accountId, async (trx) => {
    const account = await lockAccount(trx, accountId);
    const campaign = await findCampaignRow(trx, accountId, id);
    const now = nowOf(deps);
    if (account === null || campaign === null || !sendingStates.includes(campaign.state)) return;
    if (campaign.next_send_at === null || campaign.next_send_at > now) return;
    if (account.closing) return postpone(trx, accountId, campaign, now);
    const page =
      campaign.pipeline_id === null ? null : await findCampaignPage(trx, accountId, campaign.pipeline_id);
    if (page === null || page.archived) {
      await cancelMails(trx, accountId, await listCampaignMailIds(trx, accountId, id), now);
      await cancelRecipients(trx, accountId, id);
      return updateProgress(trx, accountId, id, { state: 'canceled', nextSendAt: null });
    }
    // A takedown can be undone; until then nobody is invited to a page that says so.
    if (page.takenDown) return postpone(trx, accountId, campaign, now);
    // The owner decides whether it still makes sense to ask once somebody pays again.
    if (!(await deps.mayInvite(trx, accountId)))
      return updateProgress(trx, accountId, id, {
        state: 'paused',
        nextSendAt: campaign.next_send_at,
      });
    await sendDue(deps, trx, { accountId, campaign, page, now });
  });
}

function postpone(trx: Transaction<DB>, accountId: string, campaign: CampaignRow, now: Date): Promise<void> {
  const nextSendAt = nextDayAt(campaign.starts_at, campaign.time_zone, now);
  return updateProgress(trx, accountId, campaign.id, { state: campaign.state, nextSendAt });
}

interface Part {
  accountId: string;
  campaign: CampaignRow;
  page: CampaignPage;
  now: Date;
}

async function sendDue(deps: ReviewRequestsDeps, trx: Transaction<DB>, part: Part): Promise<void> {
  const { accountId, campaign, now } = part;
  const allowance = await readAllowance(trx, deps, accountId);
  const replyTo = await findReplyTo(trx, accountId, campaign.id);
  const toRemind = await listToRemind(trx, accountId, campaign.id, now, partSize);
  const waiting = await listWaiting(trx, accountId, campaign.id, partSize - toRemind.length);
  const hashes = [...waiting, ...toRemind].map(({ hash }) => hash);
  const blocked = await findBlocked(trx, accountId, hashes, now);
  let left = replyTo === null ? 0 : allowance.left;
  for (const recipient of toRemind) {
    if (blocked.get(recipient.hash.toString('hex')) === 'suppressed')
      await dropReminder(trx, accountId, recipient.id);
    else if (left > 0 && replyTo !== null) {
      await remind(deps, trx, part, recipient, replyTo);
      left -= 1;
    }
  }
  for (const recipient of waiting) {
    const reason = blocked.get(recipient.hash.toString('hex'));
    if (reason !== undefined) await markSkipped(trx, accountId, recipient.id, reason);
    else if (left > 0 && replyTo !== null) {
      await invite(deps, trx, part, recipient, replyTo);
      left -= 1;
    }
  }
  const sent = replyTo === null ? 0 : allowance.left - left;
  if (sent > 0) await addToDay(trx, accountId, allowance.day, { sent });
  await storeProgress(trx, part, { sent, exhausted: left === 0 });
}

async function storeProgress(
  trx: Transaction<DB>,
  { accountId, campaign, now }: Part,
  { sent, exhausted }: { sent: number; exhausted: boolean },
): Promise<void> {
  const { waits, remindAt } = await readRemaining(trx, accountId, campaign.id);
  const soonest = exhausted
    ? nextDayAt(campaign.starts_at, campaign.time_zone, now)
    : new Date(now.getTime() + pauseMs);
  const later = remindAt === null ? null : new Date(Math.max(remindAt.getTime(), soonest.getTime()));
  await updateProgress(trx, accountId, campaign.id, {
    state: waits ? 'sending' : remindAt === null ? 'finished' : 'reminding',
    nextSendAt: waits ? soonest : later,
    ...(sent > 0 ? { lastSentAt: now } : {}),
  });
}

async function invite(
  deps: ReviewRequestsDeps,
  trx: Transaction<DB>,
  part: Part,
  recipient: DueRecipient,
  replyTo: string,
): Promise<void> {
  const { accountId, campaign, now } = part;
  const emailId = mailIdOf(deps, accountId, recipient.id, 'invitation');
  const text = { subject: campaign.subject, message: campaign.message };
  await queueInvitation(deps, trx, part, { recipient, replyTo, emailId, text, reminder: false });
  const { reminder_days: days, starts_at: start, time_zone: zone } = campaign;
  const remindAt = days === null ? null : daysLater(start, zone, now, days);
  await markQueued(trx, accountId, recipient.id, { emailId, remindAt });
  await noteContact(trx, accountId, { hash: recipient.hash, masked: maskAddress(recipient.email), now });
}

async function remind(
  deps: ReviewRequestsDeps,
  trx: Transaction<DB>,
  part: Part,
  recipient: DueRecipient,
  replyTo: string,
): Promise<void> {
  const { accountId, campaign } = part;
  const emailId = mailIdOf(deps, accountId, recipient.id, 'reminder');
  const { reminder_subject: subject, reminder_message: message } = campaign;
  if (subject === null || message === null) return dropReminder(trx, accountId, recipient.id);
  await queueInvitation(deps, trx, part, {
    recipient,
    replyTo,
    emailId,
    text: { subject, message },
    reminder: true,
  });
  await markReminderQueued(trx, accountId, recipient.id, emailId);
}

async function queueInvitation(
  deps: ReviewRequestsDeps,
  trx: Transaction<DB>,
  { accountId, campaign, page }: Part,
  mail: {
    recipient: DueRecipient;
    replyTo: string;
    emailId: string;
    text: { subject: string; message: string };
    reminder: boolean;
  },
): Promise<void> {
  const { position, email, name } = mail.recipient;
  const pipelineId = campaign.pipeline_id ?? '';
  const token = invitationToken(deps.linkKeys, { accountId, pipelineId, campaignId: campaign.id, position });
  const request = invitationMail(
    deps,
    {
      ...mail.text,
      language: campaign.language,
      postalAddress: campaign.postal_address,
      consentBasis: campaign.consent_basis,
      reminder: mail.reminder,
    },
    {
      accountId,
      email,
      name,
      business: { name: page.businessName, color: page.color },
      path: `/i/${token}`,
      replyTo: mail.replyTo,
    },
  );
  await deps.queueMail(request, trx, mail.emailId);
}

/** Answers reach the member who made the campaign, or the first owner when that one has left. Null: nobody can sign in. */
async function findReplyTo(trx: Transaction<DB>, accountId: string, id: string): Promise<string | null> {
  const { created_by: creator } = await trx
    .selectFrom('review_requests')
    .select('created_by')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const member = creator === null ? null : await findMemberRow(trx, accountId, creator);
  if (member !== null) return member.email;
  const users = await listAccountUsers(trx, accountId);
  return users.find(({ role }) => role === 'owner')?.email ?? null;
}
