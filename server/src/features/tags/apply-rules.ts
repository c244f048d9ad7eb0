/** Rules tag new and edited reviews. What is stored decides, so handling an event again changes nothing. */
import {
  exampleLength,
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
import { listImportedIds, listNewest, lockRuledByIds, type RuledRow } from './review-queries.ts';
import { type CompiledRule, compileRule, readRule } from './rules.ts';

export const rulesSubscriber: SubscriberDefinition = {
  name: 'tags.rules',
  events: [reviewAdded, reviewEdited, reviewLanguageDetected, reviewRestored, importPublished],
  startsAt: 'now',
};

/** Reviews per transaction: their words are compared in it. */
export const ruledBatchSize = 100;
/** Fields whose change may make another rule match. */
const ruledFields = new Set<string>(['text', 'rating', 'language']);

export interface NamedRule {
  id: string;
  matches: CompiledRule;
}

export async function applyRules(
  deps: Pick<TagsDeps, 'db'>,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  const ids = [...new Set(events.filter(mayMatchNow).map(({ subjectId }) => subjectId))].sort();
  for (let at = 0; at < ids.length; at += ruledBatchSize) {
    signal.throwIfAborted();
    if (!(await applyToIds(deps, accountId, ids.slice(at, at + ruledBatchSize)))) break;
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
    const goesOn = ids.length > 0 && (await runWithCooldown(() => applyToIds(deps, accountId, ids), signal));
    after = ids.at(-1) ?? null;
    if (!goesOn || ids.length < ruledBatchSize) return;
  }
}

/** False when no tag has a rule, so that there is nothing to do for the others either. */
function applyToIds(
  { db }: Pick<TagsDeps, 'db'>,
  accountId: string,
  ids: readonly string[],
): Promise<boolean> {
  return inTenant(db, accountId, async (trx) => {
    const rules = (await keepRules(trx, accountId)).flatMap(asNamedRule);
    if (rules.length === 0) return false;
    await applyRulesTo(trx, accountId, await lockRuledByIds(trx, accountId, ids), rules);
    return true;
  });
}

export function asNamedRule({ id, rule: stored }: { id: string; rule: unknown }): NamedRule[] {
  const rule = readRule(stored);
  return rule === null ? [] : [{ id, matches: compileRule(rule) }];
}

/** The rows are locked. Those that are removed or without their text keep their tags. */
export async function applyRulesTo(
  trx: Transaction<DB>,
  accountId: string,
  rows: readonly RuledRow[],
  rules: readonly NamedRule[],
): Promise<void> {
  const changes = rows.flatMap((row) => {
    if (row.isSettled) return [];
    const matching = rules.filter(({ matches }) => matches(row)).map(({ id }) => id);
    const other = rules.filter(({ id }) => !matching.includes(id)).map(({ id }) => id);
    const sets = changeByRules(row, { matching: matching.slice(0, maxTagsOfReview), other });
    return isSameTags(sets, row) ? [] : [{ id: row.id, ...sets }];
  });
  await updateTagSets(trx, accountId, changes);
}

/** Which of the newest reviews that the caller sees a rule would match. */
export async function previewRule(
  { db }: Pick<TagsDeps, 'db'>,
  accountId: string,
  rule: TagRule,
): Promise<RulePreview> {
  const rows = await inTenant(db, accountId, (trx) => listNewest(trx, accountId, previewedReviews));
  const matches = compileRule(rule);
  const matched: typeof rows = [];
  for (const [index, row] of rows.entries()) {
    if (matches(row)) matched.push(row);
    // Comparing the words of long texts takes a while, and other requests wait for the same thread.
    if (index % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    seen: rows.length,
    matched: matched.length,
    examples: matched.slice(0, previewExamples).map((row) => ({
      id: row.id,
      authorName: row.author_name,
      rating: row.rating,
      recommendation:
        row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
      text: row.text === null ? null : row.text.slice(0, exampleLength).toWellFormed(),
    })),
  };
}
