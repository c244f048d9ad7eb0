import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { SkippedItem } from '../connector.ts';

/** At most this many faults of one item are recorded; one shows what changed, and a list of hundreds helps nobody. */
const maxNamedIssues = 5;

/**
 * Reads a page's items one by one: valid items are returned in order, others are skipped, so that one malformed item
 * never blocks its page. Never throws, whatever JSON the items are.
 */
export function parseItems<Item>(
  schema: z.ZodType<Item>,
  rawItems: readonly unknown[],
): { items: Item[]; skipped: SkippedItem[] } {
  const items: Item[] = [];
  const skipped: SkippedItem[] = [];
  for (const raw of rawItems) {
    const result = schema.safeParse(raw);
    if (result.success) items.push(result.data);
    else skipped.push({ hash: hashOf(raw), reason: describeIssues(result.error) });
  }
  return { items, skipped };
}

function describeIssues(error: z.ZodError): string {
  const faults = error.issues.map((issue) => `${issue.path.join('.') || '(item)'}: ${issue.message}`);
  const unnamed = faults.length - maxNamedIssues;
  return faults.slice(0, maxNamedIssues).join('; ') + (unnamed > 0 ? `; and ${unnamed} more` : '');
}

/** The hash is of the item as JSON without white space, because parsing does not keep the original bytes of an item. */
function hashOf(raw: unknown): string {
  return createHash('sha256').update(serialize(raw)).digest('hex');
}

function serialize(raw: unknown): string {
  try {
    return JSON.stringify(raw) ?? '';
  } catch {
    // Parsing JSON has no depth limit, writing has one. All items that are too deep share one hash.
    return 'nested too deeply';
  }
}
