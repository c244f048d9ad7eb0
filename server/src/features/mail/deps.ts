import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import type { AlertLinkKeys } from './alert-link.ts';

/** Name, address and color of the sender, from the settings. */
export interface MailBrand {
  name: string;
  supportEmail: string;
  /** Six-digit hex color. The palette derives readable shades from it. */
  primaryColor: string;
}

/** The facts about the installation that templates may use. */
export interface MailInstallation {
  brand: MailBrand;
  /** Origin of the app, without a trailing slash. */
  publicUrl: string;
  /** Whether accounts here have plans. Elsewhere no mail speaks of paying. */
  plansEnabled: boolean;
}

/** What became of a mail: the mail server took it, or it is a dead letter, which the operator can queue again. */
export interface EndedMail {
  id: string;
  state: 'sent' | 'dead';
  /** The last answer of the mail server. It often quotes the address, so it is for no log. */
  answer: string;
}
/**
 * Whether a mail to many people must not be sent, because its person should not get it by now; notes that. Called in the
 * transaction that cancels it.
 */
export type RefuseUnwanted = (trx: Transaction<DB>, mailId: string) => Promise<boolean>;
export type OnMailEnded = (trx: Transaction<DB>, mail: EndedMail) => Promise<void>;

/** The dependencies for queueing a mail; module.ts builds them. */
export interface MailDeps extends MailInstallation {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'enqueue'>;
  box: SecretBox;
  alertKeys: AlertLinkKeys;
  log: Log;
  now?: () => Date;
}
