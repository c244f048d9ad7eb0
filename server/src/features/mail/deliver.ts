/**
 * Sends queued mails. Each try claims the row, talks to the mail server outside any transaction, and writes how it
 * ended. A worker that dies between the server's yes and our note sends the mail once more, under the same Message-ID.
 */
import { inSystem } from '../../db/transaction.ts';
import { handle, type JobHandler } from '../../jobs/job.ts';
import { composedMailSchema } from './composed-mail.ts';
import type { MailDeps } from './deps.ts';
import { sendJob, sweepMailJob, tidyMailJob } from './jobs.ts';
import { sealContext } from './mail.ts';
import { type ClaimedEmail, claimEmail, deleteEnded, finishTry, listDue } from './queries.ts';
import { createSender, DeliveryTrouble, type MailServer, type Sender } from './transport.ts';

/** Who has claimed a mail and is silent for so long is taken for dead; longer than the slowest try (transport.ts). */
const claimSeconds = 300;
/** Seconds between tries: doubled from the first to the greatest. The sweep looks once a minute. */
const pauses = { first: 30, greatest: 600 } as const;
/** Mails that one sweep puts on the queue; the rest waits for the next minute, longest waiting first. */
const perSweep = 500;
/** Days for which records are kept: of what was sent, and of what could not be. */
const keptDays = { sent: 90, dead: 30 } as const;

export type DeliveryDeps = Pick<MailDeps, 'db' | 'queue' | 'box' | 'log' | 'now'>;

export function mailJobs(deps: DeliveryDeps, server: MailServer): JobHandler[] {
  const sender = createSender(server);
  return [
    handle(sendJob, ({ id }) => deliverMail(deps, sender, id)),
    handle(sweepMailJob, () => sweepDueMail(deps)),
    handle(tidyMailJob, () => tidyMail(deps)),
  ];
}

const nowOf = (deps: DeliveryDeps): Date => deps.now?.() ?? new Date();
const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** Puts every mail on the queue whose time has come. */
export async function sweepDueMail(deps: Omit<DeliveryDeps, 'box' | 'log'>): Promise<void> {
  const now = deps.now?.() ?? new Date();
  const due = await inSystem(deps.db, (trx) => listDue(trx, now, perSweep));
  for (const id of due) await deps.queue.enqueue(sendJob, { id }, { key: id });
}

/** One try; does nothing when the mail is not due or somebody else has it. @throws when our own database fails */
export async function deliverMail(deps: DeliveryDeps, sender: Sender, id: string): Promise<void> {
  const now = nowOf(deps);
  const claimed = await inSystem(deps.db, (trx) => claimEmail(trx, id, now, later(now, claimSeconds)));
  if (claimed === null) return;
  const outcome = await attempt(deps, sender, claimed);
  await inSystem(deps.db, (trx) => finishTry(trx, claimed, outcome));
}

async function attempt(
  deps: DeliveryDeps,
  sender: Sender,
  claimed: ClaimedEmail,
): Promise<Parameters<typeof finishTry>[2]> {
  try {
    const opened = deps.box.open(claimed.sealed, sealContext(claimed.id));
    const mail = composedMailSchema.parse(JSON.parse(opened));
    const answer = await sender.send(mail, { id: claimed.id, createdAt: claimed.created_at });
    return { state: 'sent', answer, at: nowOf(deps) };
  } catch (error) {
    return afterTrouble(deps, claimed, error);
  }
}

function afterTrouble(
  deps: DeliveryDeps,
  claimed: ClaimedEmail,
  error: unknown,
): Parameters<typeof finishTry>[2] {
  const at = nowOf(deps);
  const { id, template, attempts } = claimed;
  // What cannot be opened or read will not get better either; it waits for the operator like the rest.
  const trouble =
    error instanceof DeliveryTrouble
      ? error
      : new DeliveryTrouble('The stored mail cannot be opened', true, 'The stored mail cannot be opened.');
  const nextTryAt = later(at, pauseSeconds(attempts));
  const again = !trouble.lasting && nextTryAt < claimed.give_up_at;
  const facts = { id, template, attempts, reason: trouble.message };
  if (again) {
    deps.log.info(facts, 'A mail could not be sent and will be tried again');
    return { state: 'queued', answer: trouble.answer, nextTryAt };
  }
  deps.log.warn(facts, 'A mail could not be sent and waits for the operator');
  return { state: 'dead', answer: trouble.answer, at };
}

/** Seconds after try number `attempts` (from 1), with jitter so that mails of one outage do not come back as one. */
export function pauseSeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(pauses.greatest, pauses.first * 2 ** Math.min(16, attempts - 1));
  return Math.ceil(pause / 2 + (pause / 2) * random());
}

async function tidyMail(deps: DeliveryDeps): Promise<void> {
  const now = nowOf(deps);
  for (const state of ['sent', 'dead'] as const)
    await inSystem(deps.db, (trx) => deleteEnded(trx, state, later(now, -keptDays[state] * 86_400)));
}
