// Trust rule: a mail may hold a one-time link, so it lies in the database sealed and is wiped once it was sent.
// Outgoing mail is first a row, made in the transaction of whoever has one, then sent by a job (deliver.ts): what was
// accepted here is not lost with the process, the queue or the mail server.
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import { type AccountUser, listAccountUsers } from '../identity/index.ts';
import { composedMailSchema } from './composed-mail.ts';
import type { MailDeps } from './deps.ts';
import { deliverMailJob } from './jobs.ts';
import { insertEmail } from './queries.ts';
import { type AccountMail, type MailRequest, mailRequestSchema } from './requests.ts';
import { composeMail } from './templates/compose.tsx';

/** Hours of trying, from the moment a mail is accepted or sent again by hand: a confirmation link lives as long. */
export const retryWindowHours = 24;

/** Binds the seal to its row. */
export function sealContext(id: string): string {
  return `mail:${id}`;
}

/** The end of trying for a mail that begins now. */
export function retryDeadline(now: Date): Date {
  return new Date(now.getTime() + retryWindowHours * 3_600_000);
}

/**
 * Accepts a mail; resolves with its id when it is stored. With a transaction of the caller it is stored in that one
 * and sent within a minute of its end, without one it is sent at once.
 * @throws ZodError for what is no mail request.
 */
export async function queueMail(
  deps: MailDeps,
  request: MailRequest,
  trx?: Transaction<DB>,
): Promise<string> {
  const parsed = mailRequestSchema.parse(request);
  const mail = composedMailSchema.parse(composeMail(deps, parsed));
  const id = newId();
  const now = deps.now?.() ?? new Date();
  const row = {
    id,
    accountId: accountOf(parsed),
    recipient: mail.to,
    template: parsed.kind,
    locale: parsed.locale,
    sealed: deps.box.seal(JSON.stringify(mail), sealContext(id)),
    createdAt: now,
    giveUpAt: retryDeadline(now),
  };
  if (trx !== undefined) {
    await insertEmail(trx, row);
    return id;
  }
  await inSystem(deps.db, (own) => insertEmail(own, row));
  // The mail is safe; without this hint the next sweep finds it.
  await deps.queue.enqueue(deliverMailJob, { id }, { key: id }).catch((error: unknown) => {
    deps.log.warn({ err: error, id }, 'A stored mail waits for the next sweep');
  });
  return id;
}

/**
 * One mail to each user of the account who may sign in and for whom `wanted` says so, in their own language, in the
 * caller's transaction.
 */
export async function queueAccountMail(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  mail: AccountMailContent,
  wanted: (user: AccountUser) => boolean = () => true,
): Promise<void> {
  const users = await listAccountUsers(trx, accountId);
  for (const user of users.filter(wanted)) {
    const person = { to: user.email, locale: user.locale, name: user.displayName || null };
    await queueMail(deps, { ...mail, ...person, accountId }, trx);
  }
}

type WithoutPerson<T> = T extends AccountMail ? Omit<T, 'to' | 'locale' | 'name' | 'accountId'> : never;
export type AccountMailContent = WithoutPerson<AccountMail>;

/**
 * A call for help belongs to its account only where a signed-in person made it, which the caller has checked; mails
 * of the sign-in service have none yet.
 */
function accountOf(request: MailRequest): string | null {
  return 'accountId' in request ? request.accountId : null;
}
