/** What an admin sees of the error log and changes in it. */
import { type ErrorRuleInput, type ErrorState, errorLogLimits } from '@kindling/contract/error-log';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { auditOperator } from '../identity/index.ts';
import {
  dailyCounts,
  firstListDay,
  presentChange,
  presentCount,
  presentGroup,
  presentRule,
  presentSample,
} from './present.ts';
import {
  addChange,
  changeState,
  countOpenGroups,
  type ErrorFilter,
  findGroup,
  listChanges,
  listCounts,
  listGroups,
  listSamples,
} from './queries.ts';
import { deleteRule, ignoreMatching, insertRule, listRuleRows } from './rule-queries.ts';
import { lockErrorLog } from './write-queries.ts';

interface Deps {
  db: Pick<Database, 'pool'>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** @throws AppError `invalid-input` for a cursor that is none of this list */
export function listErrors({ db }: Deps, filter: ErrorFilter, cursor: string | undefined, now: Date) {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  return inSystem(db, async (trx) => {
    const rows = await listGroups(trx, filter, { after, limit: errorLogLimits.pageSize + 1 });
    const page = rows.slice(0, errorLogLimits.pageSize);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    const first = firstListDay(now);
    const fingerprints = page.map(({ fingerprint }) => fingerprint);
    const counts = Map.groupBy(
      await listCounts(trx, fingerprints, 'day', first),
      ({ fingerprint }) => fingerprint,
    );
    return {
      items: page.map((row) => ({
        ...presentGroup(row),
        days: dailyCounts(counts.get(row.fingerprint) ?? [], first),
      })),
      nextCursor: last === undefined ? null : encodeCursor({ time: last.position, id: last.id }),
      open: await countOpenGroups(trx),
    };
  });
}

/** @throws AppError `not-found` */
export function readError({ db }: Deps, id: string, now: Date) {
  return inSystem(db, async (trx) => {
    const row = await findGroup(trx, id);
    if (row === null) throw notFound();
    const { fingerprint, stack, release } = row;
    const since = (count: number, unit: number) =>
      new Date((Math.floor(now.getTime() / unit) - count + 1) * unit);
    const hours = await listCounts(trx, [fingerprint], 'hour', since(errorLogLimits.hours, hourMs));
    const days = await listCounts(trx, [fingerprint], 'day', since(errorLogLimits.days, dayMs));
    return {
      group: presentGroup(row),
      stack,
      release,
      hours: hours.map(presentCount),
      days: days.map(presentCount),
      samples: (await listSamples(trx, fingerprint)).map(presentSample),
      changes: (await listChanges(trx, fingerprint)).map(presentChange),
    };
  });
}

/** @throws AppError `not-found` */
export async function readStack({ db }: Deps, id: string): Promise<string> {
  const row = await inSystem(db, (trx) => findGroup(trx, id));
  if (row === null) throw notFound();
  return row.stack ?? '';
}

/** @throws AppError `not-found`; `conflict` when another change came first, whose note stays. */
export function setErrorState(
  { db }: Deps,
  adminId: string,
  { id, ...change }: { id: string; state: ErrorState; note: string; version: number },
) {
  return inSystem(db, async (trx) => {
    const changed = await changeState(trx, id, change);
    if (changed === null) {
      throw (await findGroup(trx, id)) === null ? notFound() : new AppError('conflict');
    }
    const { fingerprint } = changed;
    const { state, note } = change;
    await addChange(trx, { id: newId(), fingerprint, adminId, state, note: note.trim() });
    await auditOperator(trx, { adminId, action: 'error.state-changed', target: id, details: { state } });
    return presentGroup(changed);
  });
}

export function listRules({ db }: Deps) {
  return inSystem(db, async (trx) => (await listRuleRows(trx)).map(presentRule));
}

/** SQLSTATE of PostgreSQL: a lock that was not free in time. */
const lockNotAvailable = '55P03';

/** @throws AppError `unavailable` while many errors are written */
async function lockForRule(trx: Transaction<DB>): Promise<void> {
  try {
    await lockErrorLog(trx);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error;
    throw new AppError('unavailable', undefined, { retryAfter: 10, cause: error });
  }
}

/** @throws AppError `limit-reached`; `conflict` for a rule with the same conditions; `unavailable` as {@link lockForRule} */
export function createRule({ db }: Deps, adminId: string, input: ErrorRuleInput) {
  const { origin, message, route } = input;
  const rule = {
    id: newId(),
    origin,
    match: message?.match ?? null,
    text: message?.text ?? null,
    route,
  };
  return inSystem(db, async (trx) => {
    await lockForRule(trx);
    const present = await listRuleRows(trx);
    if (present.length >= errorLogLimits.rules) throw new AppError('limit-reached');
    const isSame = (row: (typeof present)[number]) =>
      row.origin === origin && row.match === rule.match && row.text === rule.text && row.route === route;
    if (present.some(isSame)) throw new AppError('conflict');
    await insertRule(trx, rule, adminId);
    const ignored = await ignoreMatching(trx, rule);
    await auditOperator(trx, { adminId, action: 'error-rule.created', target: rule.id });
    const created = (await listRuleRows(trx)).find(({ id }) => id === rule.id);
    if (created === undefined) throw notFound();
    return { rule: presentRule(created), ignored };
  });
}

/** @throws AppError `not-found`; `unavailable` as {@link lockForRule} */
export function removeRule({ db }: Deps, adminId: string, id: string): Promise<void> {
  return inSystem(db, async (trx) => {
    await lockForRule(trx);
    if (!(await deleteRule(trx, id))) throw notFound();
    await auditOperator(trx, { adminId, action: 'error-rule.removed', target: id });
  });
}
