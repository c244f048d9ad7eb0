/** Tags themselves: create, change, merge, delete. */
import { fold } from '@kindling/contract/search-fold';
import { maxTags, type ReviewTag, type TagColor, type TagRule, tagColors } from '@kindling/contract/tags';
import type { Transaction } from 'kysely';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { audit, lockAccount } from '../identity/index.ts';
import type { TagsDeps } from './deps.ts';
import { tagMerged, tagRemoved } from './events.ts';
import {
  beginRun,
  countTags,
  endRun,
  hasOtherTagOfName,
  insertTag,
  listTagRows,
  lockTags,
  markDeleted,
  type TagRow,
  updateTag,
} from './queries.ts';
import { countReviews } from './review-queries.ts';
import { readRule } from './rules.ts';
import { enqueueRun } from './runs.ts';

export function listTags({ db }: Pick<TagsDeps, 'db'>, accountId: string): Promise<ReviewTag[]> {
  return inTenant(db, accountId, async (trx) =>
    (await listTagRows(trx, accountId)).map((row) => present(row, accountId)),
  );
}

/** @throws AppError `conflict` for a name that is taken; `limit-reached`; `invalid-input` for a name without a letter */
export function createTag(
  { db }: Pick<TagsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  { name, color }: { name: string; color?: TagColor | undefined },
): Promise<ReviewTag> {
  return inTenant(db, accountId, async (trx) => {
    // Two at once must not both be the last one.
    await lockAccount(trx, accountId);
    const count = await countTags(trx, accountId);
    if (count >= maxTags) throw new AppError('limit-reached');
    const id = newId();
    const chosen = color ?? tagColors[(count + 1) % tagColors.length] ?? 'gray';
    if (!(await insertTag(trx, accountId, { id, name, nameKey: nameKeyOf(name), color: chosen })))
      throw new AppError('conflict');
    await audit(trx, { accountId, userId, action: 'tag.created', target: id });
    return getTag(trx, accountId, id);
  });
}

/** @throws AppError `not-found`; `conflict` for a name that is taken */
export function changeTag(
  { db }: Pick<TagsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  { id, name, color, rule }: { id: string; name: string; color: TagColor; rule: TagRule | null },
): Promise<ReviewTag> {
  return inTenant(db, accountId, async (trx) => {
    const [before] = await lockTags(trx, accountId, [id]);
    if (before === undefined) throw notFound();
    const nameKey = nameKeyOf(name);
    if (await hasOtherTagOfName(trx, accountId, id, nameKey)) throw new AppError('conflict');
    const isSameRule = JSON.stringify(readRule(before.rule)) === JSON.stringify(rule);
    if (!isSameRule || before.name !== name || before.color !== color) {
      // What is left of a run would follow another rule than what is done.
      if (!isSameRule && before.run_started_at !== null) await endRun(trx, accountId, id, { failed: false });
      await updateTag(trx, accountId, id, { name, nameKey, color, rule });
      await audit(trx, { accountId, userId, action: 'tag.changed', target: id });
    }
    return getTag(trx, accountId, id);
  });
}

/** @throws AppError `not-found` */
export async function removeTag(
  deps: Pick<TagsDeps, 'db' | 'queue'>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  // A batch that gives reviews this tag in the place of a merged one locks the two in the other order.
  await retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      const [tag] = await lockTags(trx, accountId, [id]);
      if (tag === undefined) throw notFound();
      await markDeleted(trx, accountId, id, null);
      await recordEvents(trx, accountId, [event(tagRemoved, { subjectId: id }, {})]);
      await audit(trx, {
        accountId,
        userId,
        action: 'tag.removed',
        target: id,
        personal: { before: tag.name },
      });
    }),
  );
  await enqueueRun(deps, accountId);
}

/** @throws AppError `not-found`; `invalid-input` for a tag into itself */
export async function mergeTag(
  deps: Pick<TagsDeps, 'db' | 'queue'>,
  { accountId, userId }: SignedInUser,
  { id, into }: { id: string; into: string },
): Promise<ReviewTag> {
  if (id === into)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'into', message: 'It is the same tag.' }],
    });
  const tag = await retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      if ((await lockTags(trx, accountId, [id, into])).length < 2) throw notFound();
      await markDeleted(trx, accountId, id, into);
      await recordEvents(trx, accountId, [event(tagMerged, { subjectId: id }, { into })]);
      await audit(trx, { accountId, userId, action: 'tag.merged', target: id, details: { into } });
      return getTag(trx, accountId, into);
    }),
  );
  await enqueueRun(deps, accountId);
  return tag;
}

/** Applies the rule to all stored reviews; a run that is under way goes on. @throws AppError `not-found`; `conflict` without a rule */
export async function runTag(
  deps: Pick<TagsDeps, 'db' | 'queue'>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<ReviewTag> {
  const tag = await inTenant(deps.db, accountId, async (trx) => {
    const [before] = await lockTags(trx, accountId, [id]);
    if (before === undefined) throw notFound();
    if (readRule(before.rule) === null) throw new AppError('conflict');
    if (before.run_started_at === null) {
      await beginRun(trx, accountId, id, await countReviews(trx, accountId));
      await audit(trx, { accountId, userId, action: 'tag.applied', target: id });
    }
    return getTag(trx, accountId, id);
  });
  await enqueueRun(deps, accountId);
  return tag;
}

async function getTag(trx: Transaction<DB>, accountId: string, id: string): Promise<ReviewTag> {
  const [row] = await listTagRows(trx, accountId, [id]);
  if (row === undefined) throw notFound();
  return present(row, accountId);
}

/**
 * Rules are settings of the whole account. A member who is limited to locations manages no tags, and learns neither the
 * words that somebody watches for elsewhere nor, from a run, how many reviews the account has.
 */
function present(row: TagRow, accountId: string): ReviewTag {
  const isLimited = currentLocationLimit(accountId) !== null;
  return {
    id: row.id,
    name: row.name,
    color: tagColors.find((color) => color === row.color) ?? 'gray',
    rule: isLimited ? null : readRule(row.rule),
    reviewCount: row.review_count,
    // The sums leave out removed reviews, which the run passes too.
    run:
      isLimited || row.run_started_at === null
        ? null
        : { done: Math.min(row.run_done, row.run_total), total: row.run_total },
    runFailed: row.run_failed,
  };
}

/** @throws AppError `invalid-input` for a name of which nothing remains, such as a lone accent */
function nameKeyOf(name: string): string {
  const key = fold(name).replaceAll(/\s+/gu, ' ').trim();
  if (key === '')
    throw new AppError('invalid-input', undefined, { fields: [{ path: 'name', message: 'It is empty.' }] });
  return key;
}
