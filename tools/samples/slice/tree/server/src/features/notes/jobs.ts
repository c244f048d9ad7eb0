import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteNotesBefore } from './queries.ts';

const retentionDays = 365;

export const noteTidyJob = defineJob({
  name: 'notes.tidy',
  payload: z.strictObject({}),
  cron: '29 3 * * *',
});

export function noteJobs({ db }: { db: Database }): JobHandler[] {
  return [
    defineJobHandler(noteTidyJob, () =>
      inSystem(db, (trx) => deleteNotesBefore(trx, new Date(Date.now() - retentionDays * 86_400_000))),
    ),
  ];
}
