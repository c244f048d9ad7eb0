/**
 * Sends queued mails. Each attempt claims the row, talks to the mail server outside any transaction, and stores the
 * outcome. When a worker dies after the server accepted a mail, it is sent once more with the same Message-ID.
 */
import { measure } from '@kindling/service/measurements';
import { inSystem } from '../../db/transaction.ts';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { UnknownKeyError } from '../../lib/secret-box.ts';
import type { MailDeps, MailInstallation, OnMailEnded, RefuseUnwanted } from './deps.ts';
import { deleteOldMailJob, deliverMailJob, sweepMailJob } from './jobs.ts';
import {
  type ClaimedEmail,
  cancelClaimed,
  claimEmail,
  deleteEndedMail,
  finishAttempt,
  listDueMail,
} from './queries.ts';
import { openMail } from './stored-mail.ts';
import { createSender, DeliveryError, type MailServer, type Sender } from './transport.ts';

/** After this time a claim is void, because its worker is dead. Longer than the slowest attempt (`transport.ts`). */
const claimTimeoutSeconds = 300;
/** Seconds between attempts, doubled from `initial` to `max`. The sweep runs once a minute. */
const retryDelays = { initial: 30, max: 600 } as const;
/** The next sweep takes the mails above this number. The longest waiting come first. */
const maxMailsPerSweep = 500;
/** Days for which the rows of mails are stored, by how they ended. */
const retentionDays = { sent: 90, dead: 30, canceled: 30 } as const;

export interface DeliveryDeps
  extends MailInstallation,
    Pick<MailDeps, 'db' | 'queue' | 'box' | 'log' | 'now'> {
  /** Called in the transaction that stores the end of a mail. */
  onEnded?: OnMailEnded;
  refuseUnwanted?: RefuseUnwanted;
}

export function mailJobs(deps: DeliveryDeps, server: MailServer): JobHandler[] {
  const sender = createSender(server);
  return [
    defineJobHandler(deliverMailJob, ({ id }) => deliverMail(deps, sender, id)),
    defineJobHandler(sweepMailJob, () => sweepDueMail(deps)),
    defineJobHandler(deleteOldMailJob, (_, signal) => deleteOldMail(deps, signal)),
  ];
}

const nowOf = (deps: DeliveryDeps): Date => deps.now?.() ?? new Date();
const addSeconds = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** Enqueues all due mails. */
export async function sweepDueMail(deps: Pick<DeliveryDeps, 'db' | 'queue' | 'now'>): Promise<void> {
  const now = deps.now?.() ?? new Date();
  const due = await inSystem(deps.db, (trx) => listDueMail(trx, now, maxMailsPerSweep));
  for (const id of due) await deps.queue.enqueue(deliverMailJob, { id }, { key: id });
}

/**
 * One attempt. Does nothing when the mail is not due or another worker has claimed it, and cancels one of a mailing that nobody should
 * get by now.
 * @throws database errors
 */
export async function deliverMail(deps: DeliveryDeps, sender: Sender, id: string): Promise<void> {
  const now = nowOf(deps);
  const claimed = await inSystem(deps.db, async (trx) => {
    const mail = await claimEmail(trx, id, now, addSeconds(now, claimTimeoutSeconds));
    // A mail may wait for a day until the mail server takes it.
    const isUnwanted = mail?.template === 'mailing' && (await deps.refuseUnwanted?.(trx, id)) === true;
    if (!isUnwanted) return mail;
    await cancelClaimed(trx, mail, now);
    return null;
  });
  if (claimed === null) return;
  const outcome = await attemptDelivery(deps, sender, claimed);
  const state = await inSystem(deps.db, async (trx) => {
    const stored = await finishAttempt(trx, claimed, outcome);
    if (stored === 'sent' || stored === 'dead')
      await deps.onEnded?.(trx, { id, state: stored, answer: outcome.answer });
    return stored ?? outcome.state;
  });
  measure('mailAttempted', { outcome: state === 'queued' ? 'postponed' : state });
}

async function attemptDelivery(
  deps: DeliveryDeps,
  sender: Sender,
  claimed: ClaimedEmail,
): Promise<Parameters<typeof finishAttempt>[2]> {
  try {
    const mail = openMail(deps, claimed);
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
  // A stored mail that cannot be decrypted or composed never will be, so it becomes a dead letter; but while the secret is
  // changed, another process may have stored it with the one that this process does not know yet.
  const text = 'The stored mail cannot be opened';
  const failure =
    error instanceof DeliveryError
      ? error
      : new DeliveryError(text, !(error instanceof UnknownKeyError), `${text}.`);
  const nextTryAt = addSeconds(at, retryDelaySeconds(attempts));
  const willRetry = !failure.permanent && nextTryAt < claimed.give_up_at;
  const facts = { id, template, attempts, reason: failure.message };
  if (willRetry) {
    deps.log.info(facts, 'A mail could not be sent and will be tried again');
    return { state: 'queued', answer: failure.answer, nextTryAt, at };
  }
  deps.log.warn(facts, 'A mail could not be sent and waits for the operator');
  return { state: 'dead', answer: failure.answer, at };
}

/** Seconds after attempt number `attempts` (from 1), with jitter to spread the mails of one outage. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(retryDelays.max, retryDelays.initial * 2 ** Math.min(16, attempts - 1));
  return Math.ceil(pause / 2 + (pause / 2) * random());
}

async function deleteOldMail(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  for (const state of ['sent', 'dead', 'canceled'] as const) {
    await deleteEndedMail(deps.db, state, addSeconds(now, -retentionDays[state] * 86_400), signal);
  }
}
