/**
 * Sends queued mails. Each try claims the row, talks to the mail server outside any transaction, and writes how it
 * ended. A worker that dies between the server's yes and our note sends the mail once more, under the same Message-ID.
 */
import { inSystem } from '../../db/transaction.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { composedMailSchema } from './composed-mail.ts';
import type { MailDeps } from './deps.ts';
import { deleteOldMailJob, deliverMailJob, sweepMailJob } from './jobs.ts';
import { type ClaimedEmail, claimEmail, deleteEndedMail, finishAttempt, listDueMail } from './queries.ts';
import { sealContext } from './queue-mail.ts';
import { createSender, DeliveryError, type MailServer, type Sender } from './transport.ts';

/** Who has claimed a mail and is silent for so long is taken for dead; longer than the slowest try (transport.ts). */
const claimTimeoutSeconds = 300;
/** Seconds between tries: doubled from the first to the greatest. The sweep looks once a minute. */
const retryDelays = { initial: 30, max: 600 } as const;
/** Mails that one sweep puts on the queue; the rest waits for the next minute, longest waiting first. */
const maxMailsPerSweep = 500;
/** Days for which records are kept: of what was sent, and of what could not be. */
const retentionDays = { sent: 90, dead: 30 } as const;

export type DeliveryDeps = Pick<MailDeps, 'db' | 'queue' | 'box' | 'log' | 'now'>;

export function mailJobs(deps: DeliveryDeps, server: MailServer): JobHandler[] {
  const sender = createSender(server);
  return [
    defineJobHandler(deliverMailJob, ({ id }) => deliverMail(deps, sender, id)),
    defineJobHandler(sweepMailJob, () => sweepDueMail(deps)),
    defineJobHandler(deleteOldMailJob, () => deleteOldMail(deps)),
  ];
}

const nowOf = (deps: DeliveryDeps): Date => deps.now?.() ?? new Date();
const addSeconds = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** Puts every mail on the queue whose time has come. */
export async function sweepDueMail(deps: Omit<DeliveryDeps, 'box' | 'log'>): Promise<void> {
  const now = deps.now?.() ?? new Date();
  const due = await inSystem(deps.db, (trx) => listDueMail(trx, now, maxMailsPerSweep));
  for (const id of due) await deps.queue.enqueue(deliverMailJob, { id }, { key: id });
}

/** One try; does nothing when the mail is not due or somebody else has it. @throws when our own database fails */
export async function deliverMail(deps: DeliveryDeps, sender: Sender, id: string): Promise<void> {
  const now = nowOf(deps);
  const claimed = await inSystem(deps.db, (trx) =>
    claimEmail(trx, id, now, addSeconds(now, claimTimeoutSeconds)),
  );
  if (claimed === null) return;
  const outcome = await attemptDelivery(deps, sender, claimed);
  await inSystem(deps.db, (trx) => finishAttempt(trx, claimed, outcome));
}

async function attemptDelivery(
  deps: DeliveryDeps,
  sender: Sender,
  claimed: ClaimedEmail,
): Promise<Parameters<typeof finishAttempt>[2]> {
  try {
    const opened = deps.box.open(claimed.sealed, sealContext(claimed.id));
    const mail = composedMailSchema.parse(JSON.parse(opened));
    const answer = await sender.send(mail, { id: claimed.id, createdAt: claimed.created_at });
    return { state: 'sent', answer, at: nowOf(deps) };
  } catch (error) {
    return handleDeliveryError(deps, claimed, error);
  }
}

function handleDeliveryError(
  deps: DeliveryDeps,
  claimed: ClaimedEmail,
  error: unknown,
): Parameters<typeof finishAttempt>[2] {
  const at = nowOf(deps);
  const { id, template, attempts } = claimed;
  // What cannot be opened or read will not get better either; it waits for the operator like the rest.
  const trouble =
    error instanceof DeliveryError
      ? error
      : new DeliveryError('The stored mail cannot be opened', true, 'The stored mail cannot be opened.');
  const nextTryAt = addSeconds(at, retryDelaySeconds(attempts));
  const willRetry = !trouble.permanent && nextTryAt < claimed.give_up_at;
  const facts = { id, template, attempts, reason: trouble.message };
  if (willRetry) {
    deps.log.info(facts, 'A mail could not be sent and will be tried again');
    return { state: 'queued', answer: trouble.answer, nextTryAt };
  }
  deps.log.warn(facts, 'A mail could not be sent and waits for the operator');
  return { state: 'dead', answer: trouble.answer, at };
}

/** Seconds after try number `attempts` (from 1), with jitter so that mails of one outage do not come back as one. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(retryDelays.max, retryDelays.initial * 2 ** Math.min(16, attempts - 1));
  return Math.ceil(pause / 2 + (pause / 2) * random());
}

async function deleteOldMail(deps: DeliveryDeps): Promise<void> {
  const now = nowOf(deps);
  for (const state of ['sent', 'dead'] as const)
    await inSystem(deps.db, (trx) =>
      deleteEndedMail(trx, state, addSeconds(now, -retentionDays[state] * 86_400)),
    );
}
