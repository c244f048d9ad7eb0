/** Sending a mailing out, and stopping it. */
import { type Mailing, mailingLimits, type StopReason } from '@kindling/contract/mailings';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { toUtc } from '../../lib/time-zones.ts';
import { auditOperator } from '../identity/index.ts';
import { endMailsSoon } from '../mail/index.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { lockDraft, readMailing, requireMail, requireSendable } from './drafts.ts';
import { sendMailingJob } from './jobs.ts';
import { confirmMailing, lockMailing, noteStop } from './mailing-queries.ts';
import { cancelRecipients, listOpenMails } from './recipient-queries.ts';
import { insertAudience } from './segments.ts';

interface Start {
  /** Local time to the minute. */
  at: string;
  timeZone: string;
}

/** @throws AppError `invalid-input` for a time that has passed or is too far ahead */
function startOf(start: Start | null, now: Date): Date {
  if (start === null) return now;
  const local = Date.parse(`${start.at}:00Z`);
  const at = new Date(Number.isNaN(local) ? Number.NaN : toUtc(local, start.timeZone));
  const latest = now.getTime() + mailingLimits.daysAhead * 86_400_000;
  if (at.getTime() > now.getTime() && at.getTime() <= latest) return at;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'start.at', message: 'The time has passed or is too far ahead.' }],
  });
}

/**
 * Writes the recipients down and lets the mailing go at its time.
 * @throws AppError as `lockDraft`; `conflict` too when more people than `recipients` belong to it; `limit-reached`;
 * `invalid-input`; `unavailable` without a mail server
 */
export async function confirm(
  deps: MailingsDeps,
  adminId: string,
  { recipients, start, ...which }: { id: string; version: number; recipients: number; start: Start | null },
): Promise<Mailing> {
  requireMail(deps);
  const now = nowOf(deps);
  const startsAt = startOf(start, now);
  const mailing = await inSystem(deps.db, async (system) => {
    const row = await lockDraft(system, which);
    requireSendable(row);
    const written = await insertAudience(system, row.id, { kind: row.kind, segment: row.segment, now });
    // Nobody gets a mail whom the administrator did not count.
    if (written.recipients > recipients || written.recipients === 0) throw new AppError('conflict');
    if (written.recipients > deps.maxRecipients) throw new AppError('limit-reached');
    const timeZone = start?.timeZone ?? null;
    await confirmMailing(system, row.id, { adminId, ...written, startsAt, timeZone, at: now });
    await auditOperator(system, {
      adminId,
      action: 'mailing.confirmed',
      target: row.id,
      details: {
        kind: row.kind,
        segment: row.segment.kind,
        recipients: written.recipients,
        startsAt: start === null ? null : startsAt.toISOString(),
      },
    });
    return readMailing(system, row.id);
  });
  if (start === null)
    await deps.queue.enqueue(sendMailingJob, { id: which.id }, { key: which.id }).catch((error: unknown) => {
      deps.log.warn({ err: error, id: which.id }, 'A mailing waits for the next sweep');
    });
  return mailing;
}

/**
 * Stops a mailing for good, also one that is finished while the mail server has not taken all of its mails: dead letters that are sent
 * again are such. One that has ended otherwise stays as it is.
 * @throws AppError `not-found`; `conflict` for a draft
 */
export function stop(deps: MailingsDeps, adminId: string, id: string): Promise<Mailing> {
  return inSystem(deps.db, async (system) => {
    const row = await lockMailing(system, id);
    if (row === null) throw notFound();
    if (row.state === 'draft') throw new AppError('conflict');
    const isOnItsWay =
      row.state === 'scheduled' ||
      row.state === 'sending' ||
      (row.state === 'finished' && (await listOpenMails(system, id)).length > 0);
    if (isOnItsWay) await stopLocked(system, id, { by: adminId, reason: 'admin', now: nowOf(deps) });
    return readMailing(system, id);
  });
}

/** The caller holds the lock of the mailing, so no part is stored meanwhile. */
export async function stopLocked(
  system: Transaction<DB>,
  id: string,
  how: { by: string | null; reason: StopReason; now: Date },
): Promise<void> {
  const { canceled } = await endMailsSoon(system, await listOpenMails(system, id), how.now);
  await cancelRecipients(system, id, canceled);
  await noteStop(system, id, how);
  await auditOperator(system, {
    adminId: how.by,
    action: 'mailing.stopped',
    target: id,
    details: { because: how.reason },
  });
}
