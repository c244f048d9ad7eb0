/**
 * Messages to support. A signed-in person gets a copy, because the address is known to be theirs. A visitor does not:
 * the address is whatever was typed, and even a bare receipt would let anybody make us write to strangers; the form
 * itself says that the message was taken, and under which reference.
 */
import { createHash, randomInt } from 'node:crypto';
import type { Language } from '@kindling/contract/constants';
import { createLimiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import type { HelpDeps } from './deps.ts';
import { claimDraft, getReference } from './queries.ts';

export interface Message {
  message: string;
  /** Path of the page that the form was on. */
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
  /** Sends for a signed-in person. `draft` makes a repeat harmless. @returns the reference of the message. */
  sendFromUser(sender: Sender & { userId: string }, draft: string, message: Message): Promise<string>;
  /** The same for a visitor, counted by network. @throws AppError `rate-limited` */
  sendFromVisitor(network: string, sender: Sender, draft: string, message: Message): Promise<string>;
}

const hour = 3600;
/** Letters and digits that nobody takes for one another when a reference is read out. */
const referenceAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function createSupportMessages(deps: HelpDeps): SupportMessages {
  const perUser = createLimiter({ max: 10, windowSeconds: hour });
  const perNetwork = createLimiter({ max: 5, windowSeconds: hour });
  // Many networks at once are still one flood in one inbox.
  const visitors = createLimiter({ max: 200, windowSeconds: hour });

  /** The draft and its mails in one transaction: both are there or neither, however often it is sent. */
  async function sendOnce(
    key: string,
    admit: () => Promise<void>,
    write: (trx: Transaction<DB>, reference: string) => Promise<void>,
  ): Promise<string> {
    const taken = await inSystem(deps.db, async (trx) => {
      const reference = newReference();
      if (!(await claimDraft(trx, { key, reference, at: new Date() }))) return getReference(trx, key);
      await admit();
      await write(trx, reference);
      return reference;
    });
    deps
      .deliverMailNow()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'Mail goes out a minute later'));
    return taken;
  }

  return {
    sendFromUser: (sender, draft, message) =>
      sendOnce(
        draftKeyOf(`user ${sender.userId}`, draft),
        async () => assertNotLimited(await perUser.consume(sender.userId)),
        async (trx, reference) => {
          await deps.queueMail(toSupport(sender, message, reference), trx);
          await deps.queueMail(toSender(sender, message, reference), trx);
        },
      ),
    sendFromVisitor: (network, sender, draft, message) =>
      sendOnce(
        draftKeyOf(`network ${network} ${sender.email}`, draft),
        async () => assertNotLimited((await perNetwork.consume(network)) || (await visitors.consume('all'))),
        async (trx, reference) => {
          await deps.queueMail(toSupport(sender, message, reference), trx);
        },
      ),
  };
}

/** What is answered to a machine: a reference of nothing, so that it does not learn that it was recognised. */
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

function draftKeyOf(sender: string, draft: string): string {
  return createHash('sha256').update(`${sender}\n${draft}`).digest('base64url');
}

function nameOf(sender: Sender): string | null {
  return toStorableText(sender.name) || null;
}

function toSupport(sender: Sender, { message, page, language }: Message, reference: string) {
  return {
    kind: 'help-message' as const,
    name: nameOf(sender),
    email: sender.email,
    locale: language,
    accountId: sender.accountId,
    page: toStorableText(page),
    message: toStorableText(message),
    reference,
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
