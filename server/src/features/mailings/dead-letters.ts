/** Dead letters of all kinds of mail, for administrators. The content of a mail is never shown. */
import { type DeadLetter, mailingLimits } from '@kindling/contract/mailings';
import { inSystem } from '../../db/transaction.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { auditOperator } from '../identity/index.ts';
import { countDeadMail, listDeadPage, requeueDeadMails, retryDeadline } from '../mail/index.ts';
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
  const now = nowOf(deps);
  const { queued, unwanted } = await inSystem(deps.db, async (system) => {
    const left = new Set(await listUnwantedMails(system, ids));
    const wanted = ids.filter((id) => !left.has(id));
    const again = wanted.length === 0 ? [] : await requeueDeadMails(system, wanted, now, retryDeadline(now));
    const [first] = again;
    if (first === undefined) return { queued: [], unwanted: left.size };
    for (const id of again) await noteMail(system, id, { state: 'queued', refused: false });
    await auditOperator(system, {
      adminId,
      action: 'mail.resent',
      target: first,
      details: { count: again.length },
    });
    return { queued: again, unwanted: left.size };
  });
  await deps.deliverSoon(queued);
  return { count: queued.length, unwanted };
}
