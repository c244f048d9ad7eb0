import type { Database } from '../../db/client.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';

/** Under which name and from where mails are written; part of the program's settings. */
export interface MailBrand {
  name: string;
  supportEmail: string;
  /** Six-digit hex colour; steps that can be read are derived from it. */
  primaryColor: string;
}

/** What a template may say about the installation. */
export interface MailInstallation {
  brand: MailBrand;
  /** Origin of the app, without a slash at the end. */
  publicUrl: string;
}

/** What queueing a mail needs; module.ts builds it. */
export interface MailDeps extends MailInstallation {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'enqueue'>;
  box: SecretBox;
  log: Log;
  now?: () => Date;
}
