/** Publishes, unpublishes and refreshes embeds: everything that writes the snapshots that the public addresses serve. */
import { isDeepStrictEqual } from 'node:util';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit, withoutLocationLimit } from '../../lib/caller-scope.ts';
import { snapshotHash } from '../embed-serving/index.ts';
import { audit } from '../identity/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { makeLapsedSnapshot } from './lapse.ts';
import { presentEmbed, readEmbed } from './present.ts';
import {
  clearPublished,
  type EmbedRow,
  lockEmbed,
  lockPublished,
  publishDraft,
  saveSnapshot,
} from './queries.ts';
import { needsCounting, selectionOf } from './review-selection.ts';
import { makeSnapshotFrom } from './snapshot.ts';
import { loadSnapshotContext, type SnapshotContext } from './snapshot-context.ts';

/**
 * Publishes the draft with a fresh snapshot in one transaction, then serves it at once.
 * @throws AppError `not-found`; `taken-down` while the operator has taken it down
 */
export async function publishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const limit = currentLocationLimit(accountId);
  // The snapshot is the one that visitors get, whoever publishes it; so the limit is checked here, under the lock.
  const publish = async (trx: Transaction<DB>) => {
    const row = await lockEmbed(trx, accountId, id);
    if (row === null || !isWithin(limit, row)) throw notFound();
    if (row.taken_down_at !== null) throw new AppError('taken-down');
    await publishDraft(trx, accountId, id);
    const written = await writeSnapshot(
      deps,
      trx,
      accountId,
      { ...row, published: row.draft },
      { context: await loadSnapshotContext(trx, accountId), lapsed: await isLapsed(deps, trx, accountId) },
    );
    if (!isDeepStrictEqual(row.published, row.draft))
      await audit(trx, { accountId, userId: user.userId, action: 'embed.published', target: id });
    return { stored: await readEmbed(trx, accountId, id), snapshot: written };
  };
  const { stored, snapshot } = await withoutLocationLimit(() => inTenant(deps.db, accountId, publish));
  deps.store.put(snapshot, snapshotHash(snapshot));
  return presentEmbed(deps, accountId, stored);
}

/** Whether draft and published settings name only these locations; row-level security says the same (migration 0052). */
function isWithin(limit: readonly string[] | null, { draft, published }: EmbedRow): boolean {
  if (limit === null) return true;
  return [draft, ...(published === null ? [] : [published])].every((stored) => {
    const { locationIds } = embedSettingsSchema.parse(stored);
    return locationIds.length > 0 && locationIds.every((id) => limit.includes(id));
  });
}

/**
 * Takes an embed offline and keeps its draft and code: until it is published again, the public addresses answer as for
 * a deleted embed. Idempotent: unpublishing an unpublished embed changes nothing.
 */
export async function unpublishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const stored = await inTenant(deps.db, accountId, async (trx) => {
    // The lock waits for a running refresh; a refresh that waits for the lock then no longer finds the embed published.
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.published !== null) {
      await clearPublished(trx, accountId, id);
      await audit(trx, { accountId, userId: user.userId, action: 'embed.unpublished', target: id });
    }
    return readEmbed(trx, accountId, id);
  });
  deps.store.drop(stored.code);
  return presentEmbed(deps, accountId, stored);
}

/** Embeds per transaction. An account can have any number of embeds, and a transaction must stay short. */
export const refreshBatchSize = 20;

/**
 * Writes new snapshots of all published embeds of an account; called when reviews or figures have changed.
 * @param signal ends it between two batches
 */
export async function refreshEmbeds(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'plans' | 'store'>,
  accountId: string,
  signal?: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  do {
    signal?.throwIfAborted();
    const { snapshots, last } = await refreshBatch(deps, accountId, after);
    for (const snapshot of snapshots) deps.store.put(snapshot, snapshotHash(snapshot));
    after = last;
  } while (after !== null);
}

/**
 * Refreshes the next batch after the embed `after`, by id; `last` is null after the final batch. An embed whose reviews must be
 * counted one by one ends its batch, so that no transaction counts twice.
 */
function refreshBatch(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'plans'>,
  accountId: string,
  after: string | null,
): Promise<{ snapshots: Snapshot[]; last: string | null }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await lockPublished(trx, accountId, { after, limit: refreshBatchSize });
    if (rows.length === 0) return { snapshots: [], last: null };
    // Read under the lock: older data would overwrite the result of a refresh that started later.
    const context = await loadSnapshotContext(trx, accountId);
    const lapsed = await isLapsed(deps, trx, accountId);
    const snapshots: Snapshot[] = [];
    for (const row of rows) {
      const snapshot = await writeSnapshot(deps, trx, accountId, row, { context, lapsed });
      snapshots.push(snapshot);
      if (!lapsed && needsCounting(selectionOf(snapshot.settings, context)))
        return { snapshots, last: row.id };
    }
    return { snapshots, last: rows.length < refreshBatchSize ? null : (rows.at(-1)?.id ?? null) };
  });
}

/** Whether the plan includes no embeds any more, so that they become plain links (lapse.ts). */
async function isLapsed(
  { plans }: Pick<EmbedsDeps, 'plans'>,
  trx: Transaction<DB>,
  accountId: string,
): Promise<boolean> {
  return !(await plans.readEntitlements(trx, accountId)).has('serve-embeds');
}

async function writeSnapshot(
  { brand }: Pick<EmbedsDeps, 'brand'>,
  trx: Transaction<DB>,
  accountId: string,
  row: Pick<EmbedRow, 'id' | 'code' | 'published'>,
  { context, lapsed }: { context: SnapshotContext; lapsed: boolean },
): Promise<Snapshot> {
  const embed = { code: row.code, settings: embedSettingsSchema.parse(row.published) };
  const snapshot = lapsed
    ? makeLapsedSnapshot(embed, { brand, context })
    : await makeSnapshotFrom(trx, accountId, embed, { brand, context });
  await saveSnapshot(trx, accountId, row.id, snapshot, snapshotHash(snapshot));
  return snapshot;
}
