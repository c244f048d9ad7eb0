import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import { type ConnectorId, sourceSchema } from '@kindling/contract/platforms';
import {
  type Attribution,
  attributionSchema,
  type Drafting,
  dateBases,
  maxReplyLength,
  type OwnReview,
  privatePartSchema,
  type ReplyBoxState,
  type Review,
  replyStates,
} from '@kindling/contract/reviews';
import type { Connector } from '../../connectors/connector.ts';
import { connectorOf } from '../connections/index.ts';
import { contentVersion } from './content-version.ts';
import type { ReviewRow } from './queries.ts';
import { violationOf } from './violations.ts';

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    source: sourceSchema.parse(row.source),
    listingId: row.listing_id,
    listingName: row.listing_name,
    locationId: row.location_id,
    locationName: row.location_name,
    authorName: row.author_name,
    anonymous: row.anonymous,
    rating: row.rating,
    recommendation:
      row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
    text: row.text,
    translation: row.translation,
    writtenAt: row.written_at.toISOString(),
    writtenDay: row.written_day,
    dateBasis: dateBases.find((basis) => basis === row.date_basis) ?? null,
    editedAt: row.edited_at?.toISOString() ?? null,
    answered: row.answered,
    reply: presentReply(row),
    permalink: row.permalink,
    language: row.language,
    mediaCount: row.media_count,
    attribution: presentAttribution(row.attribution),
    invited: row.invited,
    hidden:
      row.hidden_at === null
        ? null
        : {
            reason: hiddenReasons.find((reason) => reason === row.hidden_reason) ?? null,
            at: row.hidden_at.toISOString(),
          },
    removedAt: row.removed_at?.toISOString() ?? null,
    wipedAt: row.wiped_at?.toISOString() ?? null,
  };
}

/** Links that a connector has checked. Null for a stored value of another shape. */
export function presentAttribution(stored: unknown): Attribution | null {
  return attributionSchema.nullable().catch(null).parse(stored);
}

function presentReply(row: ReviewRow): Review['reply'] {
  if (row.reply_text === null) return null;
  const state = replyStates.find((one) => one === row.reply_state) ?? 'published';
  return {
    text: row.reply_text,
    at: row.reply_at?.toISOString() ?? null,
    state,
    violation: state === 'failed' ? violationOf(row.reply_reason) : null,
  };
}

/** The review with the owner's draft and reply box. The connector's capabilities say what the platform accepts. */
export function presentOwnReview(row: ReviewRow, connectors: ReadonlyMap<ConnectorId, Connector>): OwnReview {
  const capabilities = connectorOf(connectors, row.connector ?? '')?.capabilities;
  return {
    ...presentReview(row),
    privatePart: privatePartSchema.nullable().catch(null).parse(row.private_part),
    mayBePosted: row.agreed && row.removed_at === null && row.hidden_at === null,
    platformUrl: row.permalink ?? presentAttribution(row.attribution)?.mapsUrl ?? row.listing_url,
    tagIds: row.tag_ids,
    ruleTagIds: row.rule_tag_ids,
    assigneeId: row.assignee_id,
    pinned: row.pinned_at === null ? null : { reason: row.pin_reason, at: row.pinned_at.toISOString() },
    outgoing: presentOutgoing(row),
    draft: row.draft,
    drafting: presentDrafting(row),
    contentVersion: contentVersion(row),
    replyBox: {
      state: replyBoxState(row, capabilities?.reply ?? false),
      limitBytes: capabilities?.replyLimitBytes ?? null,
      limitCharacters: capabilities?.replyLimitCharacters ?? maxReplyLength,
    },
  };
}

function presentDrafting({ drafting }: ReviewRow): Drafting {
  if (drafting === null) return { version: 0, by: null, at: null, byAssistant: false, earlier: null };
  const { earlier, at, ...rest } = drafting;
  return {
    ...rest,
    at: presentTime(at),
    earlier: earlier === null ? null : { ...earlier, at: presentTime(earlier.at) },
  };
}

function presentTime(stored: string | null): string | null {
  return stored === null ? null : new Date(stored).toISOString();
}

/** Null once the platform shows the sent text, because `reply` then contains it. */
function presentOutgoing(row: ReviewRow): OwnReview['outgoing'] {
  const { outgoing_state: state, outgoing_text: text } = row;
  if (state === null || row.outgoing_at === null) return null;
  if (state === 'sent' && (row.reply_text?.trim() ?? null) === text) return null;
  return {
    text,
    state: state === 'failed' ? 'failed' : state === 'sent' ? 'waiting' : 'sending',
    reason: row.outgoing_reason,
    at: row.outgoing_at.toISOString(),
  };
}

function replyBoxState(row: ReviewRow, canReply: boolean): ReplyBoxState {
  if (row.removed_at !== null) return 'removed';
  if (row.wiped_at !== null) return 'wiped';
  if (row.source === 'first-party') return 'open';
  const { connection_status: status } = row;
  if (status === null || status === 'disconnected' || status === 'revoked') return 'disconnected';
  if (status === 'withdrawn') return 'withdrawn';
  if (!canReply) return 'elsewhere';
  return status === 'active' ? 'open' : 'not-working';
}
