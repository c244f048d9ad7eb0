/** Dead letters of all kinds of mail, for administrators. The content of a mail is never shown. */
import { type DeadLetter, mailingLimits } from '@kindling/contract/mailings';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { auditOperator } from '../identity/index.ts';
import { countDeadMail, listDeadIds, listDeadPage, requeueDeadMails, retryDeadline } from '../mail/index.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { requireMail } from './drafts.ts';
import { findMailingsOf, listUnwantedMails, noteMail } from './recipient-queries.ts';

export function listDeadLetters(
  { db }: MailingsDeps,
  cursor: string | undefined,
): Promise<{ count: number; letters: DeadLetter[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  return inSystem(db, async (system) => {
    const found = await listDeadPage(system, { after, limit: mailingLimits.deadLetters + 1 });
    const rows = found.slice(0, mailingLimits.deadLetters);
    const last = found.length > mailingLimits.deadLetters ? rows.at(-1) : undefined;
    const mailingOf = await findMailingsOf(
      system,
      rows.map(({ id }) => id),
    );
    return {
      count: await countDeadMail(system),
      letters: rows.map((row) => ({
        id: row.id,
        recipient: row.recipient,
        template: row.template,
        attempts: row.attempts,
        answer: row.provider_answer,
        createdAt: row.created_at.toISOString(),
        endedAt: row.ended_at.toISOString(),
        mailingId: mailingOf.get(row.id) ?? null,
      })),
      nextCursor: last === undefined ? null : encodeCursor({ time: last.position, id: last.id }),
    };
  });
}

/**
 * Tries dead letters again for a day.
 * @returns how many, and how many mails of mailings stay, because the mailing was stopped or the person is blocked or wants no
 * news any more
 * @throws AppError `unavailable` without a mail server
 */
export async function resendDeadLetters(
  deps: MailingsDeps,
  adminId: string,
  ids: readonly string[],
): Promise<{ count: number; unwanted: number }> {
  requireMail(deps);
  const { queued, unwanted } = await inSystem(deps.db, (system) =>
    requeueWanted(system, { adminId, ids }, nowOf(deps)),
  );
  await deps.deliverSoon(queued);
  return { count: queued.length, unwanted };
}

/** Dead letters of one transaction. */
const pageSize = 500;

/**
 * The same for a command of the terminal: one dead letter by its id, or all of them. The running worker sends them within a
 * minute.
 * @throws Error for an invalid id
 */
export async function resendDeadLettersByCommand(
  db: Pick<Database, 'pool'>,
  which: string,
  now: Date = new Date(),
): Promise<{ count: number; unwanted: number }> {
  if (which !== 'all' && !z.uuid().safeParse(which).success)
    throw new Error(`"${which}" is not the id of a mail.`);
  const sum = { count: 0, unwanted: 0 };
  let after: string | null = null;
  do {
    const page: Requeued & { ids: string[] } = await inSystem(db, async (system) => {
      const ids = which === 'all' ? await listDeadIds(system, after, pageSize) : [which];
      return { ids, ...(await requeueWanted(system, { adminId: null, ids }, now)) };
    });
    sum.count += page.queued.length;
    sum.unwanted += page.unwanted;
    after = which === 'all' ? (page.ids.at(-1) ?? null) : null;
  } while (after !== null);
  return sum;
}

interface Requeued {
  queued: string[];
  /** Mails of mailings that stay. */
  unwanted: number;
}

/** Queues dead letters again except those that nobody should get by now. @param request `adminId` null: by a command */
async function requeueWanted(
  system: Transaction<DB>,
  { adminId, ids }: { adminId: string | null; ids: readonly string[] },
  now: Date,
): Promise<Requeued> {
  const left = new Set(await listUnwantedMails(system, ids, 'dead'));
  const wanted = ids.filter((id) => !left.has(id));
  const queued = wanted.length === 0 ? [] : await requeueDeadMails(system, wanted, now, retryDeadline(now));
  const [first] = queued;
  if (first === undefined) return { queued: [], unwanted: left.size };
  for (const id of queued) await noteMail(system, id, { state: 'queued', refused: false });
  await auditOperator(system, {
    adminId,
    action: 'mail.resent',
    target: first,
    details: { count: queued.length },
  });
  return { queued, unwanted: left.size };
}
