/**
 * Sends a part of a mailing. One transaction, under the lock of the mailing, decides about each recipient and stores their mail: a
 * worker that dies in between sends nobody twice and forgets nobody. The id of a mail follows from mailing and person.
 */
import { asLanguage } from '@kindling/contract/constants';
import type { SkipReason } from '@kindling/contract/mailings';
import type { Transaction } from 'kysely';
import { ZodError } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { idFromKey } from '../../lib/ids.ts';
import { stopLocked } from './confirm.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { sendMailingJob } from './jobs.ts';
import {
  isAdministrator,
  listDue,
  lockMailing,
  type MailingRow,
  noteProgress,
  wasRestoredSince,
} from './mailing-queries.ts';
import { recipientOfRow } from './present.ts';
import { listBlocked, listOpenMails, listWaiting, markQueued, markSkipped } from './recipient-queries.ts';
import { type AudienceRow, listStillMatching } from './segments.ts';
import { languageFor, mailFor, valuesOf } from './text.ts';

/** Parts of a minute, so that mails of others come in between. */
const partsPerMinute = 6;
const maxPerSweep = 20;
/** While the mail server takes nothing, this many minutes of mails are stored at most. */
const maxStoredMinutes = 2;

/** How many recipients a part has, and how long the next one waits: never more than `perMinute` in a minute. */
export function partOf(perMinute: number): { size: number; pauseMs: number } {
  const size = Math.ceil(perMinute / partsPerMinute);
  return { size, pauseMs: Math.ceil((size * 60_000) / perMinute) };
}

/** Enqueues mailings that are due. */
export async function sweepMailings(deps: MailingsDeps): Promise<void> {
  const due = await inSystem(deps.db, (system) => listDue(system, nowOf(deps), maxPerSweep));
  for (const id of due) await deps.queue.enqueue(sendMailingJob, { id }, { key: id });
}

/** Sends the part that is due, and enqueues the next one. */
export async function runMailing(deps: MailingsDeps, id: string): Promise<void> {
  const { emailIds, nextPartAt } = await sendPart(deps, id);
  await deps.deliverSoon(emailIds);
  if (nextPartAt === null) return;
  const delaySeconds = Math.max(1, Math.ceil((nextPartAt.getTime() - nowOf(deps).getTime()) / 1000));
  await deps.queue.enqueue(sendMailingJob, { id }, { key: id, delaySeconds });
}

interface SentPart {
  emailIds: string[];
  /** Null when nothing is left. */
  nextPartAt: Date | null;
}

/** Stores the mails of the part that is due; none when it is not due or the mailing has ended. */
export function sendPart(deps: MailingsDeps, id: string): Promise<SentPart> {
  return inSystem(deps.db, async (system) => {
    const now = nowOf(deps);
    const mailing = await lockMailing(system, id);
    if (mailing === null || mailing.next_part_at === null) return { emailIds: [], nextPartAt: null };
    if (mailing.next_part_at > now) return { emailIds: [], nextPartAt: mailing.next_part_at };
    if (!(await isAdministrator(system, mailing.confirmed_by)))
      return stopByItself(system, id, 'confirmer-gone', now);
    if (await wasRestoredSince(system, mailing.changed_at)) return stopByItself(system, id, 'restored', now);
    return storePart(deps, system, mailing, now);
  });
}

async function stopByItself(
  system: Transaction<DB>,
  id: string,
  reason: 'confirmer-gone' | 'restored',
  now: Date,
): Promise<SentPart> {
  await stopLocked(system, id, { by: null, reason, now });
  return { emailIds: [], nextPartAt: null };
}

async function storePart(
  deps: MailingsDeps,
  system: Transaction<DB>,
  mailing: MailingRow,
  now: Date,
): Promise<SentPart> {
  const { id, per_minute: perMinute } = mailing;
  const { size, pauseMs } = partOf(perMinute);
  const nextPartAt = new Date(now.getTime() + pauseMs);
  const open = await listOpenMails(system, id);
  if (open.length >= perMinute * maxStoredMinutes) {
    await noteProgress(system, id, { nextPartAt, now });
    return { emailIds: [], nextPartAt };
  }
  const waiting = await listWaiting(system, id, size + 1);
  const emailIds = await decide(deps, system, mailing, waiting.slice(0, size), now);
  const isLast = waiting.length <= size;
  await noteProgress(system, id, { nextPartAt: isLast ? null : nextPartAt, now });
  return { emailIds, nextPartAt: isLast ? null : nextPartAt };
}

/** Stores a mail to each of these people, or notes why they get none. @returns the ids of the mails */
async function decide(
  deps: MailingsDeps,
  system: Transaction<DB>,
  mailing: MailingRow,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { id, kind, segment } = mailing;
  const found = await listStillMatching(system, { kind, segment, now }, userIds);
  const missing = userIds.filter((userId) => !found.has(userId));
  const blocked = await listBlocked(system, missing);
  const skipped = new Map<SkipReason, string[]>([
    ['blocked', blocked],
    ['changed', missing.filter((userId) => !blocked.includes(userId))],
    ['unsubscribed', []],
    ['suppressed', []],
  ]);
  const mails: { userId: string; emailId: string }[] = [];
  for (const row of found.values()) {
    const reason = reasonAgainst(mailing, row);
    const emailId = reason === null ? await store(deps, system, mailing, row) : null;
    if (emailId !== null) mails.push({ userId: row.user_id, emailId });
    else skipped.get(reason ?? 'suppressed')?.push(row.user_id);
  }
  await markQueued(system, id, mails);
  for (const [reason, people] of skipped) await markSkipped(system, id, people, reason);
  return mails.map(({ emailId }) => emailId);
}

function reasonAgainst({ kind }: MailingRow, person: AudienceRow): SkipReason | null {
  if (kind === 'news' && !person.wants_news) return 'unsubscribed';
  return person.is_refused ? 'suppressed' : null;
}

/** @returns the id of the mail; null for an address that cannot get one */
async function store(
  deps: MailingsDeps,
  system: Transaction<DB>,
  mailing: MailingRow,
  row: AudienceRow,
): Promise<string | null> {
  const language = languageFor(mailing, asLanguage(row.locale));
  const person = recipientOfRow(row);
  const request = mailFor(deps, mailing, person, { language, values: valuesOf(person, language) });
  try {
    return await deps.queueMail(request, system, idFromKey(`mailing ${mailing.id} ${row.user_id}`));
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    deps.log.error({ err: error, id: mailing.id }, 'A mail to a recipient cannot be made; they are left out');
    return null;
  }
}
