import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { deleteOldMailingsJob, sendMailingJob, sweepMailingsJob } from './jobs.ts';
import { deleteMailing, findEnded } from './mailing-queries.ts';
import { deleteRecipients } from './recipient-queries.ts';
import { runMailing, sweepMailings } from './send-part.ts';

/** Months for which a mailing that ended is kept, with its recipients. */
const keptMonths = 12;
const recipientsPerTransaction = 5_000;

export function mailingHandlers(deps: MailingsDeps): JobHandler[] {
  return [
    defineJobHandler(sendMailingJob, ({ id }) => runMailing(deps, id)),
    defineJobHandler(sweepMailingsJob, () => sweepMailings(deps)),
    defineJobHandler(deleteOldMailingsJob, (_, signal) => deleteOldMailings(deps, signal)),
  ];
}

export async function deleteOldMailings(
  deps: MailingsDeps,
  signal: AbortSignal,
  perTransaction: number = recipientsPerTransaction,
): Promise<void> {
  const before = new Date(nowOf(deps));
  before.setUTCMonth(before.getUTCMonth() - keptMonths);
  const deleteBatch = () => inSystem(deps.db, (system) => deleteSome(system, before, perTransaction));
  while (await runWithCooldown(deleteBatch, signal)) signal.throwIfAborted();
}

/** @returns whether a mailing that ended before `before` may be left */
async function deleteSome(system: Transaction<DB>, before: Date, limit: number): Promise<boolean> {
  const id = await findEnded(system, before);
  if (id === null) return false;
  if (!(await deleteRecipients(system, id, limit))) await deleteMailing(system, id);
  return true;
}
