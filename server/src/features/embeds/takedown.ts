/**
 * Embeds that the operator takes down. What was published stays stored, so that undoing it shows the same again; until then
 * the public addresses serve a snapshot without anything, which leaves no hole on host pages, and nothing writes another one.
 */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { TakedownReason } from '@kindling/contract/operator-reasons';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { snapshotHash } from '../embed-serving/index.ts';
import type { EmbedsDeps } from './deps.ts';
import { refreshJob } from './jobs.ts';
import { refreshEmbeds } from './publish.ts';
import { lockEmbed, saveSnapshot, updateTakedown } from './queries.ts';
import type { Brand, EmbedToShow } from './snapshot.ts';

/** Writes what belongs to the change, in its transaction: entries in trails, mails. */
export type RecordTakedown = (trx: Transaction<DB>, item: { name: string; kind: string }) => Promise<void>;

export interface TakedownOf {
  accountId: string;
  id: string;
}

/**
 * Takes an embed from the public in every process. Caches of visitors keep addresses without a hash for a minute.
 * @throws AppError `not-found`; `conflict` when it is taken down already
 */
export async function takeDownEmbed(
  deps: Pick<EmbedsDeps, 'db' | 'store' | 'brand'>,
  { accountId, id }: TakedownOf,
  reason: TakedownReason,
  record: RecordTakedown,
): Promise<void> {
  const snapshot = await inSystem(deps.db, async (trx) => {
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.taken_down_at !== null) throw new AppError('conflict');
    await updateTakedown(trx, accountId, id, reason);
    await record(trx, row);
    if (row.published === null) return null;
    const empty = makeEmptySnapshot(
      { code: row.code, settings: embedSettingsSchema.parse(row.published) },
      deps.brand,
    );
    await saveSnapshot(trx, accountId, id, empty, snapshotHash(empty));
    return empty;
  });
  if (snapshot !== null) deps.store.put(snapshot, snapshotHash(snapshot));
}

/** @throws AppError `not-found`; `conflict` when it is not taken down */
export async function restoreEmbed(
  deps: Pick<EmbedsDeps, 'db' | 'store' | 'brand' | 'plans' | 'queue'>,
  { accountId, id }: TakedownOf,
  record: RecordTakedown,
): Promise<void> {
  await inSystem(deps.db, async (trx) => {
    const row = await lockEmbed(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.taken_down_at === null) throw new AppError('conflict');
    await updateTakedown(trx, accountId, id, null);
    await record(trx, row);
  });
  // The job does it where this process ends before the next line does.
  await deps.queue.enqueue(refreshJob, { accountId }, { key: accountId });
  await refreshEmbeds(deps, accountId);
}

/** Nothing of the account: neither names nor texts nor links, also none of the settings. */
function makeEmptySnapshot({ code, settings }: EmbedToShow, brand: Brand): Snapshot {
  return {
    version: 1,
    code,
    settings: embedSettingsSchema.parse({ layout: settings.layout }),
    businessName: '',
    figures: [],
    reviews: [],
    disclosure: { shown: 0, total: 0, omitted: [], minimumRating: 1 },
    brand,
    lapsed: { links: [] },
  };
}
