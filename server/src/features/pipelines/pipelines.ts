/** Pipelines of an account: each is one public page, with its plain link. */

import {
  type PipelineSettings,
  pipelineSettingsSchema,
  type RatingStyle,
  ratingStyles,
} from '@kindling/contract/pipeline-settings';
import { maxPipelines, type Pipeline } from '@kindling/contract/pipelines';
import type { Limiter } from '@kindling/service/limiter';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit, withoutLocationLimit } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { listBusinesses } from '../businesses/index.ts';
import { audit, lockAccount } from '../identity/index.ts';
import type { PipelinesDeps } from './deps.ts';
import { pipelineNameOf } from './follow-business-name.ts';
import {
  deletePipeline,
  findPipelineRow,
  insertPipeline,
  isSlugTaken,
  keepFormerSlug,
  listFormerSlugs,
  listPipelineRows,
  type PipelineRow,
  updatePipeline,
} from './queries.ts';
import { isReservedSlug, newSlug } from './slug.ts';
import { presentTakedown } from './takedown.ts';

/** SQLSTATE of PostgreSQL. */
const uniqueViolation = '23505';

export function listPipelines(deps: PipelinesDeps, user: SignedInUser): Promise<Pipeline[]> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) =>
    (await listPipelineRows(trx, accountId)).map((row) => presentPipeline(deps, accountId, row)),
  );
}

/** The pipeline that a new business begins with, in the transaction that makes the business. */
export async function addFirstPipeline(
  deps: Pick<PipelinesDeps, 'onPipelineAdded'>,
  trx: Transaction<DB>,
  accountId: string,
  business: { id: string; name: string },
): Promise<void> {
  const pipeline = {
    id: newId(),
    businessId: business.id,
    locationId: null,
    name: pipelineNameOf(business.name),
  };
  await insertPipeline(trx, accountId, { ...pipeline, slug: newSlug(business.name) });
  await deps.onPipelineAdded(trx, { accountId, ...pipeline });
}

/**
 * @throws AppError `not-found` for the business or location; `limit-reached`; `forbidden` for all locations of a business by
 * somebody who is limited to some
 */
export async function createPipeline(
  deps: PipelinesDeps,
  user: SignedInUser,
  input: { businessId: string; locationId: string | null; name: string },
): Promise<Pipeline> {
  const { accountId, userId } = user;
  // Within the locations of the caller.
  await inTenant(deps.db, accountId, (trx) => requirePlace(trx, accountId, input));
  const create = async (trx: Transaction<DB>) => {
    await lockAccount(trx, accountId);
    await requirePlace(trx, accountId, input);
    if ((await listPipelineRows(trx, accountId)).length >= maxPipelines) throw new AppError('limit-reached');
    const pipeline = { ...input, id: newId(), name: toStorableText(input.name) };
    await insertPipeline(trx, accountId, { ...pipeline, slug: newSlug(pipeline.name) });
    await deps.onPipelineAdded(trx, { accountId, ...pipeline });
    await audit(trx, { accountId, userId, action: 'pipeline.created', target: pipeline.id });
    return getPipeline(deps, trx, accountId, pipeline.id);
  };
  // The numbers of pipelines and codes are limited for all locations together.
  return withoutLocationLimit(() => inTenant(deps.db, accountId, create));
}

/** @throws AppError `not-found` for the business or location; `forbidden` as for {@link createPipeline} */
async function requirePlace(
  trx: Transaction<DB>,
  accountId: string,
  { businessId, locationId }: { businessId: string; locationId: string | null },
): Promise<void> {
  requireWhole(accountId, locationId);
  const business = (await listBusinesses(trx, accountId)).find(({ id }) => id === businessId);
  if (business === undefined) throw notFound();
  if (locationId !== null && !business.locations.some(({ id }) => id === locationId)) throw notFound();
}

/**
 * @throws AppError `not-found`; `conflict` when it changed since `updatedAt`; `slug-taken` when another page or we have the
 * plain link; `rate-limited` for plain links that are changed again and again; `forbidden` as for {@link createPipeline}
 */
export async function changePipeline(
  deps: PipelinesDeps,
  user: SignedInUser,
  id: string,
  change: { name: string; slug: string; settings: PipelineSettings },
  updatedAt: string,
): Promise<Pipeline> {
  const { accountId, userId } = user;
  // First, so that the answer does not tell which pipeline of another account has a plain link.
  const before = await inTenant(deps.db, accountId, (trx) => getEditable(trx, accountId, id));
  if (before.slug !== change.slug) await requireFreeSlug(deps, accountId, id, change.slug);
  const clean = { ...change, name: toStorableText(change.name) };
  return translateTakenSlug(
    inTenant(deps.db, accountId, async (trx) => {
      const known = await getEditable(trx, accountId, id);
      if (!(await updatePipeline(trx, accountId, id, clean, new Date(updatedAt))))
        throw new AppError('conflict');
      if (known.slug !== clean.slug)
        await keepFormerSlug(trx, accountId, id, { former: known.slug, current: clean.slug });
      await audit(trx, { accountId, userId, action: 'pipeline.changed', target: id });
      return getPipeline(deps, trx, accountId, id);
    }),
  );
}

/** @throws AppError `slug-taken`, `rate-limited` */
async function requireFreeSlug(
  { db, slugChanges }: Pick<PipelinesDeps, 'db' | 'slugChanges'>,
  accountId: string,
  pipelineId: string,
  slug: string,
): Promise<void> {
  if (isReservedSlug(slug) || (await inSystem(db, (trx) => isSlugTaken(trx, slug, pipelineId))))
    throw new AppError('slug-taken');
  await consume(slugChanges, accountId);
}

/** @throws AppError `rate-limited` */
async function consume(limiter: Limiter, accountId: string): Promise<void> {
  const retryAfter = await limiter.consume(accountId);
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
}

/**
 * @throws AppError `not-found`; `last-one` of its business; `taken-down` while the operator has taken it down, because its codes
 * would show links again; `rate-limited`; `forbidden` as for {@link createPipeline}
 */
export async function removePipeline(deps: PipelinesDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId, userId } = user;
  await consume(deps.removals, accountId);
  await inTenant(deps.db, accountId, async (trx) => {
    await lockAccount(trx, accountId);
    const rows = await listPipelineRows(trx, accountId);
    const known = rows.find((row) => row.id === id);
    if (known === undefined) throw notFound();
    requireWhole(accountId, known.location_id);
    if (known.taken_down_at !== null) throw new AppError('taken-down');
    if (!rows.some((row) => row.id !== id && row.business_id === known.business_id))
      throw new AppError('last-one');
    const slugs = [known.slug, ...(await listFormerSlugs(trx, accountId, id))];
    await deps.onPipelineRemoved(trx, { accountId, id, slugs });
    await deletePipeline(trx, accountId, id);
    await audit(trx, {
      accountId,
      userId,
      action: 'pipeline.removed',
      target: id,
      personal: { before: known.name },
    });
  });
}

export async function getPipeline(
  deps: Pick<PipelinesDeps, 'publicUrl'>,
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<Pipeline> {
  const row = await findPipelineRow(trx, accountId, id);
  if (row === null) throw notFound();
  return presentPipeline(deps, accountId, row);
}

/** @throws AppError `not-found`; `forbidden` as for {@link createPipeline} */
async function getEditable(trx: Transaction<DB>, accountId: string, id: string): Promise<PipelineRow> {
  const row = await findPipelineRow(trx, accountId, id);
  if (row === null) throw notFound();
  requireWhole(accountId, row.location_id);
  return row;
}

function presentPipeline(
  { publicUrl }: Pick<PipelinesDeps, 'publicUrl'>,
  accountId: string,
  row: PipelineRow,
): Pipeline {
  return {
    id: row.id,
    businessId: row.business_id,
    businessName: row.business_name,
    locationId: row.location_id,
    name: row.name,
    slug: row.slug,
    url: `${publicUrl}/c/${row.slug}`,
    profileUrl: `${publicUrl}/r/${row.slug}`,
    settings: readSettings(row.settings),
    editable: row.location_id !== null || currentLocationLimit(accountId) === null,
    takenDown: presentTakedown(row),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** How the pages of a business let visitors rate. */
export async function listRatingStyles(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
): Promise<RatingStyle[]> {
  const rows = await listPipelineRows(trx, accountId);
  const used = rows
    .filter(({ business_id }) => business_id === businessId)
    .map(({ settings }) => readSettings(settings).ratingStyle);
  return ratingStyles.filter((style) => used.includes(style));
}

/** Stored settings with the defaults of fields that were added later. */
export function readSettings(stored: unknown): PipelineSettings {
  return pipelineSettingsSchema.parse(stored);
}

/** A pipeline for all locations of a business concerns locations that a limited member does not see. */
function requireWhole(accountId: string, locationId: string | null): void {
  if (locationId === null && currentLocationLimit(accountId) !== null) throw new AppError('forbidden');
}

async function translateTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      throw new AppError('slug-taken');
    throw error;
  }
}
