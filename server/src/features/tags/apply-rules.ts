/** Rules tag new and edited reviews. What is stored decides, so handling an event again changes nothing. */
import {
  exampleLength,
  hitContextLength,
  maxTagsOfReview,
  previewExamples,
  previewedReviews,
  type RulePreview,
  type TagRule,
} from '@kindling/contract/tags';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { excerptAround } from '../../lib/excerpt.ts';
import { createPauses } from '../../lib/pauses.ts';
import { importPublished } from '../imports/index.ts';
import {
  changeByRules,
  isSameTags,
  reviewAdded,
  reviewEdited,
  reviewLanguageDetected,
  reviewRestored,
  updateTagSets,
} from '../reviews/index.ts';
import type { TagsDeps } from './deps.ts';
import { keepRules } from './queries.ts';
import {
  listImportedIds,
  listNewest,
  listRuledByIds,
  lockRuledByIds,
  type PreviewRow,
  type RuledRow,
} from './review-queries.ts';
import { compileRules, firstHit, type NamedRule, readRule } from './rules.ts';

export const rulesSubscriber: SubscriberDefinition = {
  name: 'tags.rules',
  events: [reviewAdded, reviewEdited, reviewLanguageDetected, reviewRestored, importPublished],
  startsAt: 'now',
};

/** Reviews per transaction. */
export const ruledBatchSize = 100;
/** Comparisons of the same reviews in one delivery, so that an account that keeps changing holds no worker for ever. */
const maxReads = 3;
/** The texts that a preview reads, in bytes; usual reviews are far from it. */
const previewedBytes = 2_000_000;
/** Fields whose change may make another rule match. */
const ruledFields = new Set<string>(['text', 'rating', 'language']);

export async function applyRules(
  deps: Pick<TagsDeps, 'db'>,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  const ids = [...new Set(events.filter(mayMatchNow).map(({ subjectId }) => subjectId))].sort();
  for (let at = 0; at < ids.length; at += ruledBatchSize) {
    signal.throwIfAborted();
    if (!(await applyToIds(deps, accountId, ids.slice(at, at + ruledBatchSize), signal))) break;
  }
  // The reviews of an import are stored before they are shown, and their events are handled while nobody sees them.
  for (const event of events)
    if (dataOf(event, importPublished) !== null)
      await applyToImport(deps, accountId, event.subjectId, signal);
}

function mayMatchNow(event: DomainEvent): boolean {
  if (event.name === importPublished.name) return false;
  const edit = dataOf(event, reviewEdited);
  return edit === null || edit.fields.some((field) => ruledFields.has(field));
}

async function applyToImport(
  deps: Pick<TagsDeps, 'db'>,
  accountId: string,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const page: { after: string | null; limit: number } = { after, limit: ruledBatchSize };
    const ids: string[] = await inTenant(deps.db, accountId, (trx) =>
      listImportedIds(trx, accountId, importId, page),
    );
    const goesOn =
      ids.length > 0 && (await runWithCooldown(() => applyToIds(deps, accountId, ids, signal), signal));
    after = ids.at(-1) ?? null;
    if (!goesOn || ids.length < ruledBatchSize) return;
  }
}

/**
 * Words are compared between two transactions, because that takes long, and only what is still as it was read is written.
 * False when no tag has a rule, so that there is nothing to do for the others either.
 * @throws Error when rules or reviews change each time; the events come again after a pause
 */
async function applyToIds(
  { db }: Pick<TagsDeps, 'db'>,
  accountId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  let left = ids;
  for (let read = 0; left.length > 0; read += 1) {
    if (read === maxReads) throw new Error('The rules or the reviews change while they are compared.');
    signal.throwIfAborted();
    const { rules, rows } = await inTenant(db, accountId, async (trx) => ({
      rules: await keepNamedRules(trx, accountId),
      rows: await listRuledByIds(trx, accountId, left),
    }));
    if (rules.length === 0) return false;
    const matched = await matchRules(rows, rules, signal);
    left = await inTenant(db, accountId, async (trx) =>
      isSameRules(rules, await keepNamedRules(trx, accountId))
        ? writeMatches(trx, accountId, matched, rules)
        : left,
    );
  }
  return true;
}

async function keepNamedRules(trx: Transaction<DB>, accountId: string): Promise<NamedRule[]> {
  return (await keepRules(trx, accountId)).flatMap(asNamedRule);
}

export function asNamedRule({ id, rule: stored }: { id: string; rule: unknown }): NamedRule[] {
  const rule = readRule(stored);
  return rule === null ? [] : [{ id, rule }];
}

export function isSameRules(one: readonly NamedRule[], other: readonly NamedRule[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A review as it was read, and the ids of the rules that it met. */
interface MatchedRow {
  row: RuledRow;
  matching: readonly string[];
}

export async function matchRules(
  rows: readonly RuledRow[],
  rules: readonly NamedRule[],
  signal?: AbortSignal,
): Promise<MatchedRow[]> {
  const matcher = await compileRules(rules, createPauses({ signal }));
  const matched: MatchedRow[] = [];
  for (const row of rows) matched.push({ row, matching: row.isSettled ? [] : await matcher.matching(row) });
  return matched;
}

/**
 * Removed reviews and those without their text keep their tags.
 * @returns the ids of reviews that changed since they were matched, which are not written
 */
export async function writeMatches(
  trx: Transaction<DB>,
  accountId: string,
  matched: readonly MatchedRow[],
  rules: readonly NamedRule[],
): Promise<string[]> {
  const byId = new Map(matched.map((one) => [one.row.id, one]));
  const rows = await lockRuledByIds(trx, accountId, [...byId.keys()]);
  const changed: string[] = [];
  const changes = rows.flatMap((row) => {
    const known = byId.get(row.id);
    if (row.isSettled || known === undefined) return [];
    if (!isSameReview(row, known.row)) {
      changed.push(row.id);
      return [];
    }
    const matching = known.matching;
    const other = rules.filter(({ id }) => !matching.includes(id)).map(({ id }) => id);
    const sets = changeByRules(row, { matching: matching.slice(0, maxTagsOfReview), other });
    return isSameTags(sets, row) ? [] : [{ id: row.id, ...sets }];
  });
  await updateTagSets(trx, accountId, changes);
  return changed;
}

/** Whether the rules see the same in both. */
function isSameReview(one: RuledRow, other: RuledRow): boolean {
  return (
    one.text === other.text &&
    one.rating === other.rating &&
    one.recommendation === other.recommendation &&
    one.source === other.source &&
    one.language === other.language &&
    one.isSettled === other.isSettled
  );
}

/** Which of the newest reviews a rule would match. */
export async function previewRule(
  { db }: Pick<TagsDeps, 'db'>,
  accountId: string,
  rule: TagRule,
  signal: AbortSignal | undefined,
): Promise<RulePreview> {
  // It may have waited for its turn.
  signal?.throwIfAborted();
  const rows = await inTenant(db, accountId, (trx) =>
    listNewest(trx, accountId, { limit: previewedReviews, bytes: previewedBytes }),
  );
  const pauses = createPauses({ signal });
  const matcher = await compileRules([{ id: 'previewed', rule }], pauses);
  const matched: typeof rows = [];
  for (const row of rows) if ((await matcher.matching(row)).length > 0) matched.push(row);
  const examples: RulePreview['examples'] = [];
  for (const row of matched.slice(0, previewExamples)) {
    examples.push(presentExample(row, rule));
    if (pauses.isDue()) await pauses.take();
  }
  return { seen: rows.length, matched: matched.length, examples };
}

function presentExample(row: PreviewRow, rule: TagRule): RulePreview['examples'][number] {
  return {
    id: row.id,
    authorName: row.author_name,
    rating: row.rating,
    recommendation:
      row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
    text: row.text === null ? null : row.text.slice(0, exampleLength).toWellFormed(),
    hit: hitOf(row.text, rule),
  };
}

function hitOf(text: string | null, rule: TagRule): RulePreview['examples'][number]['hit'] {
  const place = firstHit(text, rule);
  return text === null || place === null ? null : excerptAround(text, place, hitContextLength);
}
