import type { Limiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { PlatformServices } from '../../slices/slice.ts';

/** Reads and checks addresses at which reviews are written. */
export type ReviewSites = PlatformServices['reviewSites'];

/** A pipeline that was made, in the transaction that makes it. */
export interface AddedPipeline {
  accountId: string;
  id: string;
  businessId: string;
  locationId: string | null;
  name: string;
}

export interface PipelinesDeps {
  db: Database;
  publicUrl: string;
  reviewSites: ReviewSites;
  /** Per account. Each change keeps the former plain link, which nobody else can have then. */
  slugChanges: Limiter;
  /** Per account. What is left of the plain links of a deleted pipeline stays for good. */
  removals: Limiter;
  onPipelineAdded(trx: Transaction<DB>, pipeline: AddedPipeline): Promise<void>;
  /** Called before the pipeline is deleted, with every end of its plain links. */
  onPipelineRemoved(
    trx: Transaction<DB>,
    pipeline: { accountId: string; id: string; slugs: readonly string[] },
  ): Promise<void>;
}
