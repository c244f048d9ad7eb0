import type { ActivityActor, ActivityRow } from '@kindling/contract/activity';
import type { ActivityAction } from '@kindling/contract/activity-actions';
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

/** Ids say nothing to people, and older entries have whole lists of them. */
const hiddenDetails = new Set(['locationId', 'into']);

function shownDetails(details: unknown): ActivityRow['details'] {
  if (typeof details !== 'object' || details === null) return {};
  return Object.fromEntries(
    Object.entries(details).filter(
      ([key, value]) => !hiddenDetails.has(key) && ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
}
