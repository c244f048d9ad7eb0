import type { ActivityActor, ActivityRow } from '@kindling/contract/activity';
import type { ActivityAction, SupportSubject } from '@kindling/contract/activity-actions';
import type { EntryRow } from './activity-queries.ts';
import { type Target, targetOf } from './targets.ts';

export function presentEntry(row: EntryRow, targets: ReadonlyMap<string, Target>): ActivityRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action as ActivityAction,
    actor: row.actor as ActivityActor,
    member: row.user_id === null ? null : { id: row.user_id, name: row.member_name },
    admin: row.admin_name,
    target: shownTarget(targetOf(targets, row)),
    details: shownDetails(row.details),
    before: row.before,
    after: row.after,
    reason: row.reason,
    network: row.network,
  };
}

/** A member of whom no name is left is nobody to name. */
function shownTarget(target: Target | null): Target | null {
  return target?.kind === 'member' && target.name === '' ? null : target;
}

/** Ids and addresses of the API say nothing to people, and older entries have whole lists of ids. */
const hiddenDetails = new Set(['locationId', 'into', 'route']);

/** By the path of a route; the first one that fits counts. */
const subjects: readonly (readonly [RegExp, SupportSubject])[] = [
  [/ \/reviews\/\{id\}\/draft$/, 'reply-draft'],
  [/ \/saved-views\b/, 'saved-view'],
  [/ \/review-requests\b/, 'invitations'],
  [/ \/imports\b/, 'import'],
  [/ \/bulk-actions\b/, 'bulk-action'],
  [/ \/businesses\b/, 'business'],
  [/ \/embeds\b/, 'embed'],
  [/ \/reviews\b/, 'review'],
];

function subjectOf(route: unknown): { about?: SupportSubject } {
  const found = subjects.find(([path]) => typeof route === 'string' && path.test(route));
  return found === undefined ? {} : { about: found[1] };
}

function shownDetails(details: unknown): ActivityRow['details'] {
  if (typeof details !== 'object' || details === null) return {};
  const shown = Object.fromEntries(
    Object.entries(details).filter(
      ([key, value]) => !hiddenDetails.has(key) && ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
  return 'route' in details ? { ...shown, ...subjectOf(details.route) } : shown;
}
