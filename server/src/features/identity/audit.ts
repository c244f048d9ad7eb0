import { actingEndCauses } from '@kindling/contract/acting';
import type { ActivityAction } from '@kindling/contract/activity-actions';
import { billingIntervals } from '@kindling/contract/billing';
import { bulkKinds } from '@kindling/contract/bulk-actions';
import { roles } from '@kindling/contract/constants';
import { exportFormats } from '@kindling/contract/exports';
import { feedbackStates } from '@kindling/contract/feedback';
import { abuseReasons, hiddenReasons } from '@kindling/contract/hidden-reasons';
import { blockReasons, takedownReasons } from '@kindling/contract/operator-reasons';
import { connectorIds, platforms } from '@kindling/contract/platforms';
import { accountRoles } from '@kindling/contract/rights';
import { surroundingsOf } from '@kindling/service/network';
import { currentNetwork, currentRequestId } from '@kindling/service/work-context';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';
import { currentCallerScope } from '../../lib/caller-scope.ts';
import { closedObject, declaredRoute } from '../../lib/closed-object.ts';
import { newId } from '../../lib/ids.ts';
import { hasRecentAuditEntry, insertAuditEntry, type NewAuditEntry } from './audit-queries.ts';

/** The calls whose body repeats who calls. */
const identityCalls = ['adduser', 'savelogin', 'getuserbyemail'] as const;
export type IdentityCall = (typeof identityCalls)[number];

const platform = z.enum(platforms);
/** Number of the locations that a membership is limited to, null for all. Earlier entries have the ids, as `locationIds`. */
const locationCount = z.int().nullable();
const role = z.enum(accountRoles);

const details = <Shape extends z.ZodRawShape>(shape: Shape) => closedObject('An audit entry', shape);
const noDetails = details({});

/**
 * What people do in an account, with the details that the entry of each action has. Entries are kept while the account exists,
 * so they must not hold content of a platform, which is deleted before.
 */
const detailsOfActions = {
  'account.created': noDetails,
  'account.renamed': noDetails,
  /** `scheduledFor`: when the account is deleted. */
  'account.deletion-scheduled': details({ scheduledFor: z.iso.datetime() }),
  'account.deletion-canceled': noDetails,
  'account.archived': noDetails,
  'account.archive-downloaded': noDetails,
  'account.archive-removed': noDetails,
  /** By the operator, with the command `export-account`. */
  'account.exported-by-operator': noDetails,
  'activity.exported': noDetails,

  'plan.ordered': details({ interval: z.enum(billingIntervals) }),
  'plan.interval-changed': details({ interval: z.enum(billingIntervals) }),
  'plan.canceled': noDetails,
  'plan.resumed': noDetails,
  'plan.withdrawn': noDetails,
  /** By the operator. */
  'plan.given': noDetails,
  'plan.taken-back': noDetails,
  'trial.extended': details({ days: z.int() }),
  'plan.recipient-changed': noDetails,
  'plan.processing-accepted': noDetails,

  /** By the operator, for somebody who has lost it. */
  'member.second-factor-removed': noDetails,

  'business.created': noDetails,
  'business.changed': noDetails,
  'business.logo-changed': noDetails,
  'business.logo-removed': noDetails,
  'business.archived': noDetails,
  'business.restored': noDetails,
  'business.removed': noDetails,
  'location.created': noDetails,
  'location.changed': noDetails,
  'location.removed': noDetails,

  'connection.created': details({ platform, connector: z.enum(connectorIds).optional() }),
  'connection.renewed': details({ platform }),
  'connection.disconnected': details({ platform }),
  'connection.deauthorized': details({ platform }),
  /** `because`: why the connection was removed. */
  'connection.removed': details({ platform, because: z.enum(['asked', 'asked-at-platform', 'time']) }),
  'listing.chosen': details({ platform, connector: z.enum(connectorIds).optional() }),
  /** How the listing is read from now on, and its location. Only the operator sets `operatorPaused`, and null for the default. */
  'listing.changed': details({
    paused: z.boolean().optional(),
    operatorPaused: z.boolean().optional(),
    syncIntervalMinutes: z.int().nullable().optional(),
    locationId: z.uuid().optional(),
  }),
  /** By the operator. */
  'listing.sync-requested': noDetails,
  'listing.removed': details({ platform }),
  'listing.removals-accepted': noDetails,

  'embed.created': noDetails,
  /** Its name or its draft, which the editor saves by itself. */
  'embed.changed': noDetails,
  'embed.published': noDetails,
  'embed.unpublished': noDetails,
  /** A link with which anybody sees the draft, and its end. */
  'embed.preview-shared': noDetails,
  'embed.preview-revoked': noDetails,
  'embed.removed': noDetails,
  /** By the operator, as the other three. */
  'embed.taken-down': details({ reason: z.enum(takedownReasons) }),
  'embed.put-back': noDetails,
  'pipeline.taken-down': details({ reason: z.enum(takedownReasons) }),
  'pipeline.put-back': noDetails,
  'pipeline.created': noDetails,
  'pipeline.changed': noDetails,
  'pipeline.removed': noDetails,
  /** The target is the location. */
  'destinations.changed': noDetails,
  /** `count`: how many were made at once. */
  'code.created': details({ count: z.int() }),
  /** The code leads to another pipeline or location. */
  'code.pointed': noDetails,
  /** Its name, series, design or contact. */
  'code.changed': noDetails,
  'code.disabled': noDetails,
  'code.enabled': noDetails,
  'code.removed': noDetails,
  'submission.released': noDetails,
  'submission.discarded': noDetails,
  'import.published': noDetails,
  'import.undone': noDetails,
  'review.replied': noDetails,
  'review.reply-removed': noDetails,
  'review.hidden': details({ reason: z.enum(hiddenReasons) }),
  'review.shown': noDetails,
  'review.reported': details({ reason: z.enum(abuseReasons) }),
  'review.report-taken-back': noDetails,
  'review.pinned': noDetails,
  'review.unpinned': noDetails,
  'review.assigned': details({ assigned: z.boolean() }),
  'review.noted': noDetails,
  'review.note-changed': noDetails,
  'review.note-removed': noDetails,
  /** Many reviews at once; the target is the action. `count`: reviews that changed. */
  'reviews.changed': details({ kind: z.enum(bulkKinds), count: z.int() }),

  'tag.created': noDetails,
  'tag.changed': noDetails,
  /** Its rule was applied to earlier reviews. */
  'tag.applied': noDetails,
  /** `into`: the tag that its reviews have now. */
  'tag.merged': details({ into: z.uuid() }),
  'tag.removed': noDetails,
  'reply-template.created': noDetails,
  'reply-template.changed': noDetails,
  'reply-template.removed': noDetails,
  'assistant.switched-on': noDetails,
  'assistant.switched-off': noDetails,
  /** How it writes. */
  'assistant.changed': noDetails,
  /** Views of the reviews that all members share. */
  'saved-view.created': noDetails,
  'saved-view.changed': noDetails,
  'saved-view.removed': noDetails,
  'review.exported': details({ format: z.enum(exportFormats) }),

  /** The state that it got, and whether somebody takes care of it now. Each only when it changed. */
  'feedback.changed': details({ state: z.enum(feedbackStates).optional(), assigned: z.boolean().optional() }),
  'feedback.noted': noDetails,
  'feedback.answered': noDetails,
  'feedback.erased': noDetails,
  /** `count`: recipients. */
  'review-request.created': details({ count: z.int() }),
  'review-request.paused': noDetails,
  /** A backup was restored: some of its invitations may have been sent since then. */
  'review-request.held': noDetails,
  'review-request.resumed': noDetails,
  'review-request.canceled': noDetails,
  'review-request.removed': noDetails,
  /** Addresses that get no invitations. */
  'suppression.added': noDetails,
  'suppression.removed': noDetails,

  /** `call`: the call whose body named somebody else. */
  'identity.mismatch': details({ call: z.enum(identityCalls) }),
  /** An administrator acts as a member, who is the target. */
  'support.started': noDetails,
  'support.ended': details({ because: z.enum(actingEndCauses) }),
  /** A change by an administrator who acts as a member, where no other entry tells it.*/
  'support.changed': details({ route: declaredRoute }),

  'profile.names': noDetails,
  /** `zoneChanged`: whether the time zone of the account changed, else the language of the person. */
  'profile.region': details({ zoneChanged: z.boolean() }),
  'profile.alerts': noDetails,
  'profile.picture': noDetails,
  'session.ended': noDetails,
  'session.all-ended': noDetails,

  'invitation.sent': details({ role, locationCount }),
  'invitation.sent-again': noDetails,
  'invitation.revoked': noDetails,
  /** By the invited person, who may have no user record. */
  'invitation.declined': noDetails,
  /** By the operator. The target is the member. */
  'member.blocked': details({ reason: z.enum(blockReasons) }),
  'member.unblocked': noDetails,
  /** The person became an administrator of the installation, or is none any more. */
  'member.operator-role-changed': details({ role: z.enum(roles) }),
  'member.joined': details({ role, locationCount }),
  'member.changed': details({ formerRole: role, role, locationCount }),
  /** `role`: the one that the member had at the end. */
  'member.left': details({ role }),
  'member.removed': details({ role }),
  'ownership.offered': noDetails,
  'ownership.declined': noDetails,
  'ownership.offer-taken-back': noDetails,
  'ownership.handed-over': noDetails,
} as const satisfies Record<ActivityAction, z.ZodObject>;

type Schemas = typeof detailsOfActions;
type AuditAction = keyof Schemas;

/** Actions whose entries have no details. */
export type PlainAuditAction = {
  [Action in AuditAction]: z.input<Schemas[Action]> extends Record<string, never> ? Action : never;
}[AuditAction];
type DetailedAction = Exclude<AuditAction, PlainAuditAction>;

/**
 * Seconds in which the same actor makes one entry with the same target and details, however often they act. The caller holds the lock
 * of a row that belongs to the act, so that two at once make one entry.
 */
const minIntervalSeconds: Partial<Record<AuditAction, number>> = {
  'identity.mismatch': 3_600,
  'profile.names': 600,
  'profile.region': 600,
  'profile.alerts': 600,
  'pipeline.changed': 600,
  'destinations.changed': 600,
  'profile.picture': 600,
  'embed.changed': 3_600,
  'support.changed': 3_600,
};

export type ActionWithDetails =
  | { action: PlainAuditAction; details?: undefined }
  | { [Action in DetailedAction]: { action: Action; details: z.input<Schemas[Action]> } }[DetailedAction];

const nameAtThatTime = z.string().transform((name) => name.slice(0, 200));
/**
 * Texts that an entry keeps where they can be erased: with the person in whose name it was done, and after 12 months. `before`
 * and `after` are names of what was renamed or removed.
 */
const personalSchema = z.strictObject({
  reason: z.string().max(500).exactOptional(),
  before: nameAtThatTime.exactOptional(),
  after: nameAtThatTime.exactOptional(),
  /** Whose texts they are, when not of the person in whose name it was done. */
  of: z.uuid().exactOptional(),
});
type PersonalTexts = z.input<typeof personalSchema>;

const auditedTransactions = new WeakSet<Transaction<DB>>();

/** Whether the transaction has an entry, or changes what a recent entry of the same actor tells already. */
export function isAudited(trx: Transaction<DB>): boolean {
  return auditedTransactions.has(trx);
}

/**
 * Seconds in which the later parts of a file belong to the entry of the first one. A part that is asked for alone has an entry
 * of its own: a cursor is no secret.
 */
export const partsSeconds = 600;

/**
 * Writes who did what into the account's trail, in the transaction of the change; call it only when something changed. The
 * caller of the request says whether a person, an API key or an administrator acted as a member. `adminId` names an
 * administrator who acts as nobody. `continues`: a later part of what the same actor began within `partsSeconds`.
 * @throws ZodError for details or personal texts that an entry cannot have.
 */
export async function audit(
  trx: Transaction<DB>,
  entry: {
    accountId: string;
    userId: string | null;
    adminId?: string;
    target?: string;
    personal?: PersonalTexts;
    continues?: boolean;
  } & ActionWithDetails,
): Promise<void> {
  auditedTransactions.add(trx);
  const actor = currentCallerScope()?.actor;
  const row = {
    accountId: entry.accountId,
    id: newId(),
    userId: entry.userId,
    action: entry.action,
    target: entry.target ?? null,
    details: detailsOfActions[entry.action].parse(entry.details ?? {}),
    requestId: currentRequestId(),
    actor: actor?.kind ?? actorOf(entry),
    apiKeyId: actor?.kind === 'api-key' ? actor.keyId : null,
    adminId: entry.adminId ?? (actor?.kind === 'acting-admin' ? actor.adminId : null),
  } satisfies NewAuditEntry;
  const interval = entry.continues === true ? partsSeconds : minIntervalSeconds[entry.action];
  // Two calls without a target are about two rows.
  const mayRepeat = interval !== undefined && (entry.action !== 'support.changed' || row.target !== null);
  if (mayRepeat && (await hasRecentAuditEntry(trx, row, interval))) return;
  const network = currentNetwork();
  await insertAuditEntry(trx, row, {
    network: network === null ? null : surroundingsOf(network),
    words: personalSchema.parse(entry.personal ?? {}),
  });
}

/** Who acts outside of a request of the account. */
function actorOf({ userId, adminId }: { userId: string | null; adminId?: string }): NewAuditEntry['actor'] {
  if (adminId !== undefined) return 'operator';
  return userId === null ? 'system' : 'person';
}
