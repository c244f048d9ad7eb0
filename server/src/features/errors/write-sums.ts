/** Writes added-up events: a fixed number of statements, however many events they stand for. */
import { errorLogLimits } from '@kindling/contract/error-log';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import { asRest, type ErrorSum, isRest, plus } from './error-sum.ts';
import { mutedBy, type RuleConditions } from './rules.ts';
import {
  addCounts,
  addMuted,
  addSamples,
  countNewKinds,
  currentTransaction,
  type KindWrite,
  listRuleConditions,
  lockErrorLog,
  lockKnownKinds,
  reopenKinds,
  upsertKinds,
} from './write-queries.ts';

/**
 * New kinds of error per origin: a hundred times what a bad release causes, and small enough for the table. Each origin has its
 * own, so that reports of browsers cannot use up the space for errors of the server. Anybody can report from a browser, so
 * reports without an account have their own too, and in each hour some, so that a flood blinds nobody for long.
 */
const maxNewKinds = {
  known: { day: 500, hour: 500 },
  anonymous: { day: 480, hour: 40 },
} as const;

/** @returns the number of the transaction */
export async function writeSums(trx: Transaction<DB>, sums: readonly ErrorSum[]): Promise<string> {
  await lockErrorLog(trx);
  const rules = await listRuleConditions(trx);
  const known = new Map(
    (await lockKnownKinds(trx, [...new Set(sums.map((sum) => sum.fingerprint))])).map((row) => [
      row.fingerprint,
      row,
    ]),
  );
  const kept = await limitNewKinds(trx, sums, (fingerprint) => known.has(fingerprint));
  // A kind of the rest is not among the ones that were asked for first.
  const rest = [...new Set(kept.map((sum) => sum.fingerprint))].filter(
    (one) => isRest(one) && !known.has(one),
  );
  if (rest.length > 0) for (const row of await lockKnownKinds(trx, rest)) known.set(row.fingerprint, row);

  const muted = new Map<string, number>();
  const kinds = mergeKinds(kept, rules, muted);
  await upsertKinds(
    trx,
    [...kinds.values()].map(({ write }) => write),
  );
  const reopened = [...kinds.values()].flatMap(({ write, lastHeardAt }) => {
    const row = known.get(write.fingerprint);
    if (row === undefined || lastHeardAt === null) return [];
    const wasResolved =
      row.state === 'resolved' && (row.state_changed_at === null || lastHeardAt > row.state_changed_at);
    if (!wasResolved && !(row.state === 'ignored' && row.rule_id !== null)) return [];
    return [{ fingerprint: write.fingerprint, changeId: newId(), wasResolved }];
  });
  if (reopened.length > 0) await reopenKinds(trx, reopened);
  await addCounts(trx, kept);
  const samples = kept.flatMap(({ fingerprint, samples: own }) =>
    own.map((sample) => ({ ...sample, fingerprint })),
  );
  if (samples.length > 0) await addSamples(trx, samples, errorLogLimits.samples);
  if (muted.size > 0) await addMuted(trx, muted);
  return currentTransaction(trx);
}

/** Counts kinds beyond the day's limit with the rest of their origin. */
async function limitNewKinds(
  trx: Transaction<DB>,
  sums: readonly ErrorSum[],
  isKnown: (fingerprint: string) => boolean,
): Promise<ErrorSum[]> {
  const unknown = sums.filter((sum) => !isKnown(sum.fingerprint) && !isRest(sum.fingerprint));
  if (unknown.length === 0) return [...sums];
  const taken = new Map<string, { day: number; hour: number }>();
  for (const { origin, anonymous, day, hour } of await countNewKinds(trx, new Date())) {
    const budget = budgetOf(origin, anonymous);
    const before = taken.get(budget) ?? { day: 0, hour: 0 };
    taken.set(budget, { day: before.day + day, hour: before.hour + hour });
  }
  const admitted = new Set<string>();
  for (const { fingerprint, origin, samples } of [...unknown].sort((a, b) => a.firstAt - b.firstAt)) {
    const budget = budgetOf(
      origin,
      samples.every(({ accountId }) => accountId === null),
    );
    const used = taken.get(budget) ?? { day: 0, hour: 0 };
    const limits = budget === origin ? maxNewKinds.known : maxNewKinds.anonymous;
    if (admitted.has(fingerprint) || used.day >= limits.day || used.hour >= limits.hour) continue;
    admitted.add(fingerprint);
    taken.set(budget, { day: used.day + 1, hour: used.hour + 1 });
  }
  return sums.map((sum) =>
    isKnown(sum.fingerprint) || admitted.has(sum.fingerprint) || isRest(sum.fingerprint) ? sum : asRest(sum),
  );
}

/** The name of what a new kind counts against. */
function budgetOf(origin: string, anonymous: boolean): string {
  return anonymous && (origin === 'browser' || origin === 'page') ? `${origin} anonymous` : origin;
}

interface Kind {
  write: KindWrite;
  /** Time of the newest event that no rule has muted, as far as the sums tell; null when all are muted. */
  lastHeardAt: Date | null;
}

/** One write per kind, whose sums are of several hours. @param muted gets the muted events of each rule added */
function mergeKinds(
  sums: readonly ErrorSum[],
  rules: readonly RuleConditions[],
  muted: Map<string, number>,
): Map<string, Kind> {
  const kinds = new Map<string, { sum: ErrorSum; muted: number; ruleId: string | null }>();
  for (const sum of sums) {
    const byRule = mutedBy(rules, sum);
    for (const [id, count] of byRule) muted.set(id, (muted.get(id) ?? 0) + count);
    const own = [...byRule.values()].reduce((total, count) => total + count, 0);
    const before = kinds.get(sum.fingerprint);
    kinds.set(sum.fingerprint, {
      sum: before === undefined ? sum : plus(before.sum, sum),
      muted: (before?.muted ?? 0) + own,
      ruleId: before?.ruleId ?? byRule.keys().next().value ?? null,
    });
  }
  return new Map(
    [...kinds].map(([fingerprint, kind]) => {
      const { sum } = kind;
      const allMuted = kind.muted === sum.count;
      const newest = sum.samples.at(-1);
      const write: KindWrite = {
        ...sum,
        route: newest?.route ?? '',
        requestId: sum.samples.findLast(({ requestId }) => requestId !== null)?.requestId ?? null,
        accountId: sum.samples.findLast(({ accountId }) => accountId !== null)?.accountId ?? null,
        firstAt: new Date(sum.firstAt),
        lastAt: new Date(sum.lastAt),
        muted: kind.muted,
        ruleId: allMuted ? kind.ruleId : null,
      };
      return [fingerprint, { write, lastHeardAt: allMuted ? null : write.lastAt }];
    }),
  );
}
