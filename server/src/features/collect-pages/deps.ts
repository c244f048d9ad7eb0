import type { Limiter } from '@kindling/service/limiter';
import type { Database } from '../../db/client.ts';
import type { FailureReports } from '../../lib/failure-reports.ts';
import type { Log } from '../../lib/log.ts';
import type { AddressRef } from '../review-requests/index.ts';
import type { FormKeys, Intake, SubmissionsDeps } from '../submissions/index.ts';
import type { Documents } from './documents.ts';
import type { DoorTraffic } from './door-traffic.ts';
import type { GuessLimit } from './guess-limit.ts';
import type { PageStore } from './page-store.ts';

/** The proof of work of a page: see `submissions/proof.ts`. */
export interface PageProofs {
  /** A challenge for the script, as JSON. */
  create(page: string): Promise<string>;
  /** Null for a solution that is missing, wrong, too old, or of another page. */
  verify(page: string, solution: string): Promise<{ id: string; expiresAt: Date } | null>;
}

export interface CollectPagesDeps {
  db: Pick<Database, 'pool'>;
  log: Log;
  failures: Pick<FailureReports, 'report'>;
  publicUrl: string;
  store: PageStore;
  traffic: DoorTraffic;
  /** How many visits and clicks of a network are counted. */
  visits: Limiter;
  clicks: Limiter;
  /** How many forms of a network come back with what was written. */
  refusals: Limiter;
  /** How often a network opens pages that end invitations. */
  unsubscribePages: Limiter;
  guesses: GuessLimit;
  documents: Documents;
  intake: Intake;
  submissions: SubmissionsDeps;
  proofs: PageProofs;
  /** Keys of forms and private links, the newest first. */
  formKeys: FormKeys;
  /** Ends invitations of an account to an address. */
  unsubscribe(ref: AddressRef): Promise<unknown>;
  /** Path of the pages' script. */
  scriptPath: string;
  /** A QR code of a path as SVG, for a tablet at the counter. */
  kioskQr(path: string): string;
}
