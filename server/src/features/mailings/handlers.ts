import { inSystem } from '../../db/transaction.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { deleteOldMailingsJob, sendMailingJob, sweepMailingsJob } from './jobs.ts';
import { deleteEnded } from './mailing-queries.ts';
import { runMailing, sweepMailings } from './send-part.ts';

/** Months for which a mailing that ended is kept, with its recipients. */
const keptMonths = 12;
/** A mailing has many recipients, which are deleted with it. */
const batchSize = 1;

export function mailingHandlers(deps: MailingsDeps): JobHandler[] {
  return [
    defineJobHandler(sendMailingJob, ({ id }) => runMailing(deps, id)),
    defineJobHandler(sweepMailingsJob, () => sweepMailings(deps)),
    defineJobHandler(deleteOldMailingsJob, (_, signal) => deleteOldMailings(deps, signal)),
  ];
}

export async function deleteOldMailings(deps: MailingsDeps, signal: AbortSignal): Promise<void> {
  const before = new Date(nowOf(deps));
  before.setUTCMonth(before.getUTCMonth() - keptMonths);
  while ((await inSystem(deps.db, (system) => deleteEnded(system, before, batchSize))) === batchSize)
    signal.throwIfAborted();
}
