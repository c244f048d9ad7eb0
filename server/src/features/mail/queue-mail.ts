// Trust rule: a mail may contain a one-time link, so it is stored encrypted and deleted once it was sent.
// Outgoing mail is an outbox: a row, written in the caller's transaction where there is one, that a job sends
// (`deliver.ts`). An accepted mail survives a failure of the process, the queue or the mail server. The row has what to say,
// and the job composes it, because composing takes milliseconds for each mail and the caller's transaction may hold locks.
import { type AccountRole, accountRoles } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { idFromKey, newId } from '../../lib/ids.ts';
import { type AccountUser, listAccountUsers } from '../identity/index.ts';
import type { MailDeps } from './deps.ts';
import { deliverMailJob } from './jobs.ts';
import { insertEmails, type NewEmail } from './queries.ts';
import { type AccountMail, type MailRequest, mailRequestSchema, recipientOf } from './requests.ts';
import { sealRequest } from './stored-mail.ts';

/** Hours of retries after a mail is accepted or queued again. A confirmation link is valid for the same time. */
export const retryWindowHours = 24;

/** The last time for a retry of a mail that is queued now. */
export function retryDeadline(now: Date): Date {
  return new Date(now.getTime() + retryWindowHours * 3_600_000);
}

/**
 * Stores a mail and resolves with its id. With a caller's transaction it is sent within a minute after the commit, or at
 * once by {@link deliverSoon}; without one at once.
 * @throws ZodError for an invalid mail request.
 */
export async function queueMail(
  deps: MailDeps,
  request: MailRequest,
  trx?: Transaction<DB>,
  id: string = newId(),
): Promise<string> {
  if (trx !== undefined) return storeMail(deps, trx, request, id);
  await inSystem(deps.db, (own) => storeMail(deps, own, request, id));
  await deliverSoon(deps, [id]);
  return id;
}

/**
 * Stores a mail in the caller's transaction, for a worker to send. Commands, which have no queue, use it.
 * @throws ZodError for an invalid mail request.
 */
export async function storeMail(
  deps: Pick<MailDeps, 'box' | 'brand' | 'now'>,
  trx: Transaction<DB>,
  request: MailRequest,
  id: string = newId(),
): Promise<string> {
  await insertEmails(trx, [rowOf(deps, request, id)]);
  return id;
}

/** @throws ZodError for an invalid mail request */
function rowOf(deps: Pick<MailDeps, 'box' | 'brand' | 'now'>, request: MailRequest, id: string): NewEmail {
  const parsed = mailRequestSchema.parse(request);
  const now = deps.now?.() ?? new Date();
  return {
    id,
    accountId: accountOf(parsed),
    recipient: recipientOf(deps, parsed),
    template: parsed.kind,
    locale: parsed.locale,
    sealed: sealRequest(deps, id, parsed),
    createdAt: now,
    giveUpAt: retryDeadline(now),
  };
}

/**
 * Sends stored mails without waiting for the next sweep; call it after the commit. A failure is logged only, because the
 * next sweep enqueues them.
 */
export async function deliverSoon(
  { queue, log }: Pick<MailDeps, 'queue' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await queue.enqueue(deliverMailJob, { id }, { key: id }).catch((error: unknown) => {
      log.warn({ err: error, id }, 'A stored mail waits for the next sweep');
    });
}

export interface AccountMailOptions {
  /** Of a message that may be repeated: each user gets one mail for it. */
  messageKey?: string;
  /** Whose mail it is; everybody's when it is missing. Mails about plan and payment are for owners alone. */
  roles?: readonly AccountRole[];
}

/**
 * Queues the mail that `mailFor` has for each user of the account who may sign in, in their own language, in the caller's
 * transaction. Null: none.
 * @returns the ids of the mails
 */
export async function queueAccountMail(
  deps: MailDeps,
  trx: Transaction<DB>,
  accountId: string,
  mailFor: (user: AccountUser) => AccountMailContent | null,
  { messageKey, roles = accountRoles }: AccountMailOptions = {},
): Promise<string[]> {
  const users = await listAccountUsers(trx, accountId);
  const rows = users.flatMap((user) => {
    if (!roles.includes(user.role)) return [];
    const mail = mailFor(user);
    if (mail === null) return [];
    const id = messageKey === undefined ? newId() : idFromKey(`${accountId} ${messageKey} ${user.email}`);
    return [rowOf(deps, { ...mail, ...addressOf(user), accountId }, id)];
  });
  await insertEmails(trx, rows);
  return rows.map(({ id }) => id);
}

/** A member as the recipient of a mail. */
export function addressOf({ email, locale, displayName }: AccountUser) {
  return { to: email, locale, name: displayName || null };
}

type WithoutPerson<T> = T extends AccountMail ? Omit<T, 'to' | 'locale' | 'name' | 'accountId'> : never;
export type AccountMailContent = WithoutPerson<AccountMail>;

/**
 * A help message belongs to an account only when a signed-in person sent it, which the caller has checked. Mails of the
 * sign-in service have no account yet.
 */
function accountOf(request: MailRequest): string | null {
  return 'accountId' in request ? request.accountId : null;
}
