/**
 * One step of a reply on its way: it is sent, or the platform is asked what became of it. Before anything is written,
 * the review is looked up: another reply than the one that the owner saw is never overwritten, and a text that is there
 * already (an answer that was lost, a worker that died) is not sent twice.
 */
import {
  type Connector,
  ConnectorFailure,
  type FailureKind,
  type PlatformReply,
  type ReviewLookup,
  type Tokens,
} from '../../connectors/connector.ts';
import { clampWaitSeconds } from '../../connectors/kit/retry-after.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import {
  connectorOf,
  failureCode,
  findConnection,
  findListingRow,
  type ListingRow,
  recordConnectionFailure,
} from '../connections/index.ts';
import type { ReviewsDeps } from './deps.ts';
import {
  claimReply,
  findReplyTarget,
  markAttempt,
  type ReplyRow,
  type ReplyTarget,
  type StepResult,
  saveStepResult,
  updateShownReply,
} from './reply-queries.ts';

/** Longer than a step may take; whoever died in one is replaced after it. */
const leaseSeconds = 120;
const stepTimeoutMs = 100_000;
/** A platform that asks for patience gets a day; one that answers nonsense, so many tries. */
const giveUpAfterSeconds = 86_400;
const maxAttempts = 8;
const initialDelaySeconds = 10;
const maxDelaySeconds = 3600;
/** Looks for the platform's word: at first soon, then as long again as it has lasted, at most this. */
const initialCheckSeconds = 5;
const maxCheckSeconds = 7200;
/**
 * A sync that read the review before the reply was there may store it afterwards, within its lease. One look after
 * that, and what stands here is what stands there.
 */
const finalCheckSeconds = 80;
/** A platform may still show the state before a write for so long. */
const platformLagSeconds = 120;

/** Statuses of a connection that no retry changes, as the code that says why. */
const connectionErrorCodes = new Map([
  ['not_approved', 'platform-not-approved'],
  ['withdrawn', 'platform-withdrawn'],
]);

interface ReplyStep {
  row: ReplyRow;
  target: ReplyTarget;
  listing: ListingRow;
  connector: Connector;
  signal: AbortSignal;
}

/** What the step found out: how it ends, and the platform's reply where it named one. */
interface StepFinding {
  end: StepResult;
  /** Undefined: nothing was learned. */
  reply?: PlatformReply | null;
}

/**
 * Works on a reply that is due. Returns the seconds until its next step, null when there is none, and `held` when
 * somebody else works on it. Never throws for what a platform did.
 */
export async function processReply(
  deps: ReviewsDeps,
  accountId: string,
  reviewId: string,
  signal: AbortSignal,
): Promise<number | 'held' | null> {
  const claim = await inTenant(deps.db, accountId, async (trx) => {
    const row = await claimReply(trx, accountId, reviewId, leaseSeconds);
    if (row === null || row === 'held') return row;
    const target = await findReplyTarget(trx, accountId, reviewId);
    const listing = target?.listing_id ? await findListingRow(trx, accountId, target.listing_id) : null;
    const connection = listing && (await findConnection(trx, accountId, listing.connection_id));
    return { row, target, listing, connection };
  });
  if (claim === null || claim === 'held') return claim;
  const { row, target, listing, connection } = claim;
  const status = connection?.status ?? null;
  const connector = connectorOf(deps.connectors, connection?.connector ?? '');
  if (target === null || listing === null || connector === undefined || status !== 'active')
    return saveFinding(deps, row, { end: connectionUnavailable(row, status) });
  const step = {
    row,
    target,
    listing,
    connector,
    signal: AbortSignal.any([signal, AbortSignal.timeout(stepTimeoutMs)]),
  };
  const finding = await runStep(deps, step).catch((error: unknown) => handleError(deps, step, error));
  return saveFinding(deps, row, finding);
}

/** The connection went away or needs its owner: what was sent stands as it stands, what was not has failed. */
function connectionUnavailable({ state }: ReplyRow, status: string | null): StepResult {
  if (state === 'sent') return { now: 'settled' };
  return { now: 'failed', reason: connectionErrorCodes.get(status ?? '') ?? 'platform-reauthorise' };
}

async function runStep(deps: ReviewsDeps, step: ReplyStep): Promise<StepFinding> {
  const { row, connector, signal } = step;
  const found = await callPlatform(deps, step, (tokens) =>
    connector.lookUp(tokens, listingRefOf(step), reviewRefOf(step), { signal }),
  );
  await deps.rateLimiter.reportSuccess(connector.id);
  return row.state === 'sent' ? interpretLookUp(row, found) : send(deps, step, found);
}

/** Writes, unless what the owner wants is there already or something stands there that the owner has not seen. */
async function send(deps: ReviewsDeps, step: ReplyStep, found: ReviewLookup): Promise<StepFinding> {
  const { row, connector, signal } = step;
  if (found.found === 'gone') return { end: { now: 'failed', reason: 'platform-gone' } };
  if (found.found === 'there') {
    const { reply } = found.review;
    const there = textOf(reply);
    const retryingRejected = row.tried_at === null && reply?.state === 'failed';
    if (there === row.text && !retryingRejected) return interpretLookUp(row, found);
    if (there !== row.seen_text && !row.own_texts.includes(there))
      return { end: { now: 'failed', reason: 'conflict' }, reply };
  }
  if (!(await inTenant(deps.db, row.account_id, (trx) => markAttempt(trx, row))))
    return { end: { now: 'queued', reason: null, nextIn: 0 } };
  const { text } = row;
  if (text === null) {
    await callPlatform(deps, step, (tokens) =>
      connector.deleteReply(tokens, listingRefOf(step), reviewRefOf(step), { signal }),
    );
    return { end: { now: 'sent', reason: null, nextIn: finalCheckSeconds, confirmed: true }, reply: null };
  }
  const reply = await callPlatform(deps, step, (tokens) =>
    connector.reply(tokens, listingRefOf(step), reviewRefOf(step), text, { signal }),
  );
  return scheduleCheck(row, reply);
}

/** What a look-up says about a reply that was sent. */
function interpretLookUp(row: ReplyRow, found: ReviewLookup): StepFinding {
  if (found.found !== 'there') return { end: { now: 'settled' } };
  const { reply } = found.review;
  if (textOf(reply) === row.text) return scheduleCheck(row, reply);
  // Not ours, or ours is no longer there: the platform's word counts, once it can be expected to know.
  const lags = textOf(reply) === row.seen_text || row.own_texts.includes(textOf(reply));
  if (lags && secondsSince(row.sent_at) < platformLagSeconds)
    return { end: { now: 'sent', reason: null, nextIn: initialCheckSeconds * 2, confirmed: false } };
  return { end: { now: 'settled' }, reply };
}

/** The reply stands there as it was asked for (null: there is none any more). How long must it be watched? */
function scheduleCheck(row: ReplyRow, reply: PlatformReply | null): StepFinding {
  if (reply?.state === 'failed') return { end: { now: 'settled' }, reply };
  const waits = reply?.state === 'sending';
  const age = secondsSince(row.sent_at);
  const over = waits ? age >= giveUpAfterSeconds : row.confirmed_at !== null;
  if (over) return { end: { now: 'settled' }, reply };
  const nextIn = waits
    ? Math.min(maxCheckSeconds, Math.max(initialCheckSeconds, Math.round(age)))
    : finalCheckSeconds;
  return { end: { now: 'sent', reason: null, nextIn, confirmed: !waits }, reply };
}

/** @returns the end of a step that met trouble at the platform. Throws on what is our own trouble. */
async function handleError(deps: ReviewsDeps, step: ReplyStep, error: unknown): Promise<StepFinding> {
  const { row, listing, connector } = step;
  if (!(error instanceof ConnectorFailure)) {
    await releaseLease(deps, row);
    throw error;
  }
  const { kind } = error;
  deps.log.warn(
    { review: row.review_id, kind, reason: error.message },
    'A reply met trouble at the platform',
  );
  if (kind === 'retry-after' && error.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, error.retryAfter || undefined);
  await inTenant(deps.db, row.account_id, (trx) =>
    recordConnectionFailure(deps, trx, row.account_id, listing.connection_id, kind),
  );
  const reason = failureCode(kind);
  const nextIn = retryDelaySeconds(row.tries, error.retryAfter);
  // What was sent is not lost by a look that failed: the next one tells.
  if (row.state === 'sent')
    return isTransient(kind) && secondsSince(row.sent_at) < giveUpAfterSeconds
      ? { end: { now: 'sent', reason: null, nextIn, confirmed: false } }
      : { end: { now: 'settled' } };
  const again =
    kind === 'retry-after'
      ? secondsSince(row.asked_at) + nextIn < giveUpAfterSeconds
      : kind === 'broken' && row.tries < maxAttempts;
  return { end: again ? { now: 'queued', reason, nextIn } : { now: 'failed', reason } };
}

function isTransient(kind: FailureKind): boolean {
  return kind === 'retry-after' || kind === 'broken';
}

/** Writes the end of the step and what the platform shows. Returns the seconds until the next one. */
async function saveFinding(
  deps: ReviewsDeps,
  row: ReplyRow,
  { end, reply }: StepFinding,
): Promise<number | null> {
  const { account_id: accountId, review_id: reviewId } = row;
  const result = await retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      const written = await saveStepResult(trx, row, end);
      if (written === 'taken') return { written, changed: false };
      const underWay = written === 'newer' ? undefined : row.text !== null && isUnderWay(end);
      return { written, changed: await updateShownReply(trx, accountId, reviewId, { reply, underWay }) };
    }),
  );
  if (result.changed) await deps.onReviewsChanged(accountId);
  if (result.written === 'taken') return null;
  if (result.written === 'newer') return 0;
  return 'nextIn' in end ? end.nextIn : null;
}

function isUnderWay(end: StepResult): boolean {
  return end.now === 'queued' || end.now === 'sent';
}

/** Our own trouble, or the process stops: the next one may take it up at once. */
async function releaseLease(deps: ReviewsDeps, row: ReplyRow): Promise<void> {
  const state = row.state === 'sent' ? 'sent' : 'queued';
  const nextIn = retryDelaySeconds(row.tries, undefined);
  await inTenant(deps.db, row.account_id, (trx) =>
    saveStepResult(trx, row, { now: state, reason: null, nextIn, confirmed: false }),
  );
}

/** One call of the platform, in its turn and with tokens that work: a person waits for it. */
async function callPlatform<T>(
  deps: ReviewsDeps,
  { row, listing, connector, signal }: ReplyStep,
  work: (tokens: Tokens) => Promise<T>,
): Promise<T> {
  await deps.rateLimiter.acquire(connector.id, 'person', signal);
  return deps.tokens.withTokens(connector, row.account_id, listing.connection_id, work, signal);
}

function listingRefOf({ listing }: ReplyStep) {
  return { externalId: listing.external_id, resourceName: listing.resource_name };
}

function reviewRefOf({ target }: ReplyStep) {
  return { externalId: target.external_id, resourceName: target.resource_name };
}

/** White space at the ends is no difference: platforms cut it. */
function textOf(reply: PlatformReply | null): string | null {
  return reply?.text.trim() ?? null;
}

function secondsSince(time: Date | null): number {
  return time === null ? 0 : (Date.now() - time.getTime()) / 1000;
}

/** The platform's own wish, else doubling with jitter, at most an hour. */
function retryDelaySeconds(tries: number, retryAfter: number | undefined): number {
  const backoff = Math.min(maxDelaySeconds, initialDelaySeconds * 2 ** Math.min(20, tries - 1));
  return Math.ceil(clampWaitSeconds(retryAfter ?? 0) + (backoff / 2) * (1 + Math.random()));
}
