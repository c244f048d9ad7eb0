/** The worker role. */

import type { Services } from '../app.ts';
import { inSystem } from '../db/transaction.ts';
import { clearLeases, connectionJobs } from '../features/connections/index.ts';
import { deletionRequestJobs } from '../features/deletion-requests/index.ts';
import { embedJobs } from '../features/embeds/index.ts';
import { errorJobs } from '../features/errors/index.ts';
import { helpJobs } from '../features/help/index.ts';
import { identityJobs } from '../features/identity/index.ts';
import { importJobs, resumeImports } from '../features/imports/index.ts';
import { mailJobs, sweepDueMail } from '../features/mail/index.ts';
import { platformWebhookJobs } from '../features/platform-webhooks/index.ts';
import { recountJobs, replyJobs } from '../features/reviews/index.ts';
import { sweepDueListings, syncJobs } from '../features/sync/index.ts';
import type { JobHandler } from '../jobs/job.ts';

/** Takes jobs from the queue and looks for due work at once. */
export async function startWorker(services: Services): Promise<void> {
  const { settings, db, queue, connections, sync, imports, embeds } = services;
  // One process holds the embedded database, so leases in it belong to a process that is gone.
  if (db.mode === 'embedded') {
    await inSystem(db, clearLeases);
    await resumeImports(imports);
  }
  const handlers: JobHandler[] = [
    ...identityJobs({ ...services.users, step: services.erasure, queue }),
    ...connectionJobs(connections),
    ...replyJobs(services.reviews),
    ...recountJobs(services.reviews),
    ...syncJobs(sync),
    ...importJobs(imports),
    ...platformWebhookJobs(services.platformWebhooks),
    ...deletionRequestJobs(services.deletionRequests),
    ...embedJobs(embeds),
    ...helpJobs({ db }),
    ...errorJobs({ db }),
  ];
  if (settings.mail.url === null)
    throw new Error(
      'SMTP_URL: expected an address such as smtps://user:password@mail.example.com, because the worker sends mail.',
    );
  handlers.push(...mailJobs(services.mail, { url: settings.mail.url, from: settings.mail.from }));
  await queue.startWorkers(handlers);
  await sweepDueMail(services.mail);
  await sweepDueListings(sync);
}
