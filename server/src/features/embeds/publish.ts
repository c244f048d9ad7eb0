/** Publishing, taking offline and refreshing: everything that writes the snapshot that the public addresses show. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, Snapshot } from '@kindling/contract/embeds';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { snapshotHash } from '../embed-serving/index.ts';
import { audit } from '../identity/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { makeLapsedSnapshot } from './lapse.ts';
import { presentEmbed, readStored } from './present.ts';
import {
  clearPublished,
  type EmbedRow,
  lockEmbed,
  lockPublished,
  publishDraft,
  saveSnapshot,
} from './queries.ts';
import { makeSnapshotFrom } from './snapshot.ts';
import { loadSnapshotContext, type SnapshotContext } from './snapshot-context.ts';

/** Publishes the draft with a fresh snapshot in one transaction, then shows it: the public addresses follow at once. */
export async function publishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const { stored, snapshot } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    await publishDraft(trx, accountId, id);
    const made = await writeSnapshot(
      deps,
      trx,
      accountId,
      { ...row, published: row.draft },
      await loadSnapshotContext(trx, accountId),
    );
    await audit(trx, { accountId, userId: user.userId, action: 'embed.published', target: id });
    return { stored: await readStored(trx, accountId, id), snapshot: made };
  });
  deps.store.put(snapshot, snapshotHash(snapshot));
  return presentEmbed(deps, stored);
}

/**
 * Takes it off the air and keeps it: the public addresses answer as for what was deleted, until it is published again
 * under the same code. What is offline already stays so: who asks twice has what was asked for.
 */
export async function unpublishEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<Embed> {
  const { accountId } = user;
  const stored = await inTenant(deps.db, accountId, async (trx) => {
    // A refresh under way ends first, and one that waits for us no longer finds it among the published.
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.published !== null) {
      await clearPublished(trx, accountId, id);
      await audit(trx, { accountId, userId: user.userId, action: 'embed.unpublished', target: id });
    }
    return readStored(trx, accountId, id);
  });
  deps.store.drop(stored.row.code);
  return presentEmbed(deps, stored);
}

/** Embeds renewed in one transaction: there is no limit on how many an account has, but one on how long it takes. */
export const refreshBatchSize = 20;

/** Makes new snapshots of everything the account has published; called when reviews or figures changed. */
export async function refreshEmbeds(
  deps: Pick<EmbedsDeps, 'db' | 'brand' | 'store'>,
  accountId: string,
): Promise<void> {
  let after: string | null = null;
  do {
    const { snapshots, last } = await refreshBatch(deps, accountId, after);
    for (const snapshot of snapshots) deps.store.put(snapshot, snapshotHash(snapshot));
    after = last;
  } while (after !== null);
}

/** The next few after the embed `after`, by id; `last` is null when there are no more. */
function refreshBatch(
  deps: Pick<EmbedsDeps, 'db' | 'brand'>,
  accountId: string,
  after: string | null,
): Promise<{ snapshots: Snapshot[]; last: string | null }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await lockPublished(trx, accountId, { after, limit: refreshBatchSize });
    if (rows.length === 0) return { snapshots: [], last: null };
    // Under the lock: what was read before it would overwrite what a refresh that began later has written.
    const facts = await loadSnapshotContext(trx, accountId);
    const snapshots: Snapshot[] = [];
    for (const row of rows) snapshots.push(await writeSnapshot(deps, trx, accountId, row, facts));
    return { snapshots, last: rows.length < refreshBatchSize ? null : (rows.at(-1)?.id ?? null) };
  });
}

async function writeSnapshot(
  { brand }: Pick<EmbedsDeps, 'brand'>,
  trx: Transaction<DB>,
  accountId: string,
  row: Pick<EmbedRow, 'id' | 'code' | 'published'>,
  facts: SnapshotContext,
): Promise<Snapshot> {
  const embed = { code: row.code, settings: embedSettingsSchema.parse(row.published) };
  const snapshot = facts.lapsed
    ? makeLapsedSnapshot(embed, { brand, facts })
    : await makeSnapshotFrom(trx, accountId, embed, { brand, facts });
  await saveSnapshot(trx, accountId, row.id, snapshot, snapshotHash(snapshot));
  return snapshot;
}
