/** Noise rules: closed conditions, compared letter by letter. They read no patterns, so that none can be slow. */
import type { ErrorOrigin } from '@kindling/contract/error-log';
import type { ErrorSum } from './error-sum.ts';

export interface RuleConditions {
  id: string;
  origin: ErrorOrigin | null;
  match: 'contains' | 'starts-with' | null;
  text: string | null;
  route: string | null;
}

function matchesMessage({ match, text }: RuleConditions, message: string): boolean {
  if (text === null) return true;
  return match === 'starts-with' ? message.startsWith(text) : message.includes(text);
}

/** How many events of a sum each rule mutes. An event counts for the first rule that matches it. */
export function mutedBy(rules: readonly RuleConditions[], sum: ErrorSum): ReadonlyMap<string, number> {
  const muted = new Map<string, number>();
  const candidates = rules.filter(
    (rule) => (rule.origin === null || rule.origin === sum.origin) && matchesMessage(rule, sum.message),
  );
  if (candidates.length === 0) return muted;
  for (const [route, count] of sum.routes) {
    const rule = candidates.find((one) => one.route === null || one.route === route);
    if (rule !== undefined) muted.set(rule.id, (muted.get(rule.id) ?? 0) + count);
  }
  return muted;
}
