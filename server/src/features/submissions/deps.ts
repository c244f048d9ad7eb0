import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';

/** A private message that is shown to the owner from now on. */
export interface ShownMessage {
  id: string;
  locationId: string;
  message: string;
  authorName: string | null;
  contact: string | null;
  consentText: string | null;
  consentedAt: Date | null;
  createdAt: Date;
}

/** A visit by the personal link of an invitation. */
export interface InvitationAnswer {
  recipientId: string;
  submissionId: string;
  at: Date;
}

export interface SubmissionsDeps {
  db: Database;
  log: Log;
  /**
   * Called in the transaction that shows the message. @returns whether it was stored; a second message of the same
   * submission is not
   */
  onMessage(trx: Transaction<DB>, accountId: string, message: ShownMessage): Promise<boolean>;
  /**
   * Called in the transaction that stores the first form of a visit by a personal link. @returns whether it is the first visit
   * by this link, which the review then says
   */
  onInvitationAnswered(trx: Transaction<DB>, accountId: string, answer: InvitationAnswer): Promise<boolean>;
  /** Called in the transaction of the withdrawal. */
  onWithdrawn(trx: Transaction<DB>, accountId: string, submissionId: string): Promise<void>;
}
