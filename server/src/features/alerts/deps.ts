import type { Limits } from '@kindling/service/limits';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';
import type { AlertRef, MailRequest } from '../mail/index.ts';
import type { Connectors } from '../reviews/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface AlertsDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  limits: Limits;
  connectors: Connectors;
  /** Stores a mail in the transaction of what it is about. A known `id` stores nothing. */
  queueMail(request: MailRequest, trx: Transaction<DB>, id?: string): Promise<string>;
  /** Sends stored mails after the commit, without waiting for the next sweep. */
  deliverSoon(ids: readonly string[]): Promise<void>;
  /** The address that ends mails of a kind to a member. */
  alertLink(ref: AlertRef): string;
  /** What the token of such an address says; null for one that nobody made. */
  readAlertToken(token: string): AlertRef | null;
  /** Called when somebody ended product news by a link. */
  newsEnded(userId: string): Promise<void>;
  now?: () => Date;
}

export function nowOf({ now }: Pick<AlertsDeps, 'now'>): Date {
  return now?.() ?? new Date();
}
