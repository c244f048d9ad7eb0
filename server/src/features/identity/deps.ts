import type { SignInSecurity } from '@kindling/contract/profile';
import type { Limiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { BulkTable } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';

/** One browser in which somebody is signed in, as the sign-in service tells it. */
export interface SignInRecord {
  id: string;
  browser: string;
  system: string;
  network: string;
  signedInAt: Date;
  lastUsedAt: Date;
}

/** What the product asks of its own sign-in service about a person; a hosted provider answers none of it. */
export interface SignInService {
  list(sub: string): Promise<SignInRecord[]>;
  /** False when the person has no such session. */
  end(sub: string, id: string): Promise<boolean>;
  endAll(sub: string): Promise<void>;
  /** Deletes the person with password, sessions and links. Safe to repeat. */
  deleteAccount(sub: string): Promise<void>;
}

/** Tells what a person signs in with besides the password. */
export interface FactorReader {
  stateOf(sub: string): Promise<SignInSecurity>;
}

/** What the users of an account are told about its deletion. `deletedOn` is a day (UTC), `YYYY-MM-DD`; `by` is who decided. */
export type DeletionNotice =
  | { kind: 'account-deletion-scheduled'; deletedOn: string; by: 'owner' | 'operator' }
  | { kind: 'account-deletion-canceled' };

/** @throws AppError `rate-limited` for a scheduled deletion when somebody has had all mails of a day about one */
export type NotifyOfDeletion = (
  trx: Transaction<DB>,
  accountId: string,
  notice: DeletionNotice,
) => Promise<void>;

/** Called in the transaction that makes an account, so that no account exists without what belongs to it. */
export type OnAccountCreated = (trx: Transaction<DB>, account: { id: string; name: string }) => Promise<void>;

/** Whether an invitation to an account waits for this address, so that its sign-up creates no account of their own. */
export type IsInvited = (trx: Transaction<DB>, email: string) => Promise<boolean>;

export interface IdentityDeps {
  db: Database;
  log: Log;
  /** False on an installation without plans. */
  plansEnabled: boolean;
  onAccountCreated: OnAccountCreated;
  isInvited: IsInvited;
  /** Null where a hosted provider keeps sign-ins and passwords. */
  signIns: SignInService | null;
  /** Null where a hosted provider keeps them. */
  factors: FactorReader | null;
  /** Whether administrators must have passed a second factor. */
  adminNeedsSecondFactor: boolean;
  /** Counts how often an account changes its zone: each change counts all its days anew. */
  zoneLimit: Limiter;
  /** Told when the account counts its days by another zone. */
  onZoneChanged(accountId: string): Promise<void>;
  /** Told when somebody ended product news, in all of their accounts. */
  onNewsEnded(userId: string): Promise<void>;
  /** Stores the mails to the account's users in the transaction of the deed. */
  notify: NotifyOfDeletion;
  /** In the order of the slices. */
  erasureSteps: readonly ErasureStep[];
  /** Tables whose rows of an account are deleted page by page before the account is, in this order. */
  bulkTables: readonly BulkTable[];
}

/** What a slice does when an account is erased, beyond the account's rows, which are deleted with it. Safe to repeat. */
export interface ErasureStep {
  /** Of the slice; the names below are stored under it. */
  slice: string;
  /** Does what needs the rows, and returns the names of what {@link after} must remove once the rows are gone. */
  before?(accountId: string): Promise<string[]>;
  /** Removes what `before` named. */
  after?(accountId: string, names: readonly string[]): Promise<void>;
}
