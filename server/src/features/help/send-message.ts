/**
 * Messages to support. A signed-in person gets a copy, because their address is verified. A visitor gets none, because
 * anybody could type a stranger's address and make us write to it. The form itself confirms the message and shows its
 * reference.
 */
import { createHash, randomInt } from 'node:crypto';
import type { Language } from '@kindling/contract/constants';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import type { HelpDeps } from './deps.ts';
import { claimDraft, getReference } from './queries.ts';

export interface Message {
  message: string;
  /** Path of the page with the form. */
  page: string;
  language: Language;
}

export interface Sender {
  accountId: string | null;
  userId: string | null;
  name: string;
  email: string;
}

export interface SupportMessages {
  /** Sends for a signed-in person. @returns the reference of the message */
  sendFromUser(
    sender: Sender & { userId: string },
    idempotencyKey: string,
    message: Message,
  ): Promise<string>;
  /** As `sendFromUser`, for a visitor; limited by network. @throws AppError `rate-limited` */
  sendFromVisitor(network: string, sender: Sender, idempotencyKey: string, message: Message): Promise<string>;
}

const hour = 3600;
/** Letters and digits that cannot be confused when somebody reads a reference aloud. */
const referenceAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function createSupportMessages(deps: HelpDeps): SupportMessages {
  const perUser = deps.limits.create({ name: 'help-person', max: 10, windowSeconds: hour, exact: true });
  const perNetwork = deps.limits.create({ name: 'help-network', max: 5, windowSeconds: hour, exact: true });
  // Limits an attack from many networks, because all messages reach one inbox.
  const visitors = deps.limits.create({ name: 'help-visitors', max: 200, windowSeconds: hour, exact: true });

  /**
   * Claims the message and queues its mails in one transaction, so that a repeat sends nothing twice. `write` returns the ids
   * of the mails.
   */
  async function sendOnce(
    key: string,
    admit: () => Promise<void>,
    write: (trx: Transaction<DB>, reference: string) => Promise<string[]>,
  ): Promise<string> {
    const sent = await inSystem(deps.db, async (trx) => {
      const reference = newReference();
      if (!(await claimDraft(trx, { key, reference, at: new Date() })))
        return { reference: await getReference(trx, key), mailIds: [] };
      await admit();
      return { reference, mailIds: await write(trx, reference) };
    });
    await deps.deliverSoon(sent.mailIds);
    return sent.reference;
  }

  return {
    sendFromUser: (sender, idempotencyKey, message) =>
      sendOnce(
        messageKeyOf(`user ${sender.userId}`, idempotencyKey),
        async () => assertNotLimited(await perUser.consume(sender.userId)),
        async (trx, reference) => [
          await deps.queueMail(
            toSupport(sender, message, reference, await hasPriority(deps, trx, sender)),
            trx,
          ),
          await deps.queueMail(toSender(sender, message, reference), trx),
        ],
      ),
    sendFromVisitor: (network, sender, idempotencyKey, message) =>
      sendOnce(
        messageKeyOf(`network ${network} ${sender.email}`, idempotencyKey),
        async () => assertNotLimited((await perNetwork.consume(network)) || (await visitors.consume('all'))),
        async (trx, reference) => [await deps.queueMail(toSupport(sender, message, reference, false), trx)],
      ),
  };
}

/** Also answers a detected bot, with a reference of no message, so that it does not notice the detection. */
export function newReference(): string {
  const random = Array.from(
    { length: 6 },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)] ?? '',
  );
  return `H-${random.join('')}`;
}

function assertNotLimited(seconds: number): void {
  if (seconds > 0) throw new AppError('rate-limited', undefined, { retryAfter: seconds });
}

function messageKeyOf(sender: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${sender}\n${idempotencyKey}`).digest('base64url');
}

function nameOf(sender: Sender): string | null {
  return toStorableText(sender.name) || null;
}

/** Messages of accounts that pay are answered first. */
async function hasPriority(deps: HelpDeps, trx: Transaction<DB>, { accountId }: Sender): Promise<boolean> {
  return accountId !== null && (await deps.isPaying(trx, accountId));
}

function toSupport(
  sender: Sender,
  { message, page, language }: Message,
  reference: string,
  priority: boolean,
) {
  return {
    kind: 'help-message' as const,
    name: nameOf(sender),
    email: sender.email,
    locale: language,
    accountId: sender.accountId,
    page: toStorableText(page),
    message: toStorableText(message),
    reference,
    priority,
  };
}

function toSender(sender: Sender, { message, language }: Message, reference: string) {
  return {
    kind: 'help-received' as const,
    to: sender.email,
    locale: language,
    name: nameOf(sender),
    accountId: sender.accountId,
    message: toStorableText(message),
    reference,
  };
}
