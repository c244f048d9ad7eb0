/**
 * One step of an outgoing reply: sends it, or checks its state at the platform. The review is looked up before every
 * write, so that we never overwrite a reply that the owner has not seen, and never send a text twice after a lost
 * response or a crash.
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

/** Longer than one step may take. Another worker may take over this long after a worker died. */
const leaseSeconds = 120;
const stepTimeoutMs = 100_000;
/** A reply is retried for this long after `retry-after`, and up to `maxAttempts` times after `unexpected-answer`. */
const giveUpAfterSeconds = 86_400;
const maxAttempts = 8;
const initialDelaySeconds = 10;
const maxDelaySeconds = 3600;
/** The time until the next check of a pending reply equals the time since it was sent, within these bounds. */
const initialCheckSeconds = 5;
const maxCheckSeconds = 7200;
/**
 * A sync may have read the review before the reply existed and store it later, within its lease of 60 seconds. One check
 * after that time corrects our copy.
 */
const finalCheckSeconds = 80;
/** A platform may return the state from before a write for this long. */
const platformLagSeconds = 120;

/** Connection statuses that no retry changes, with their error codes. All others need a new authorization. */
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

/** The result of a step, and the reply that the platform returned. */
interface StepFinding {
  result: StepResult;
  /** Undefined when the step did not read the reply. */
  reply?: PlatformReply | null;
}

/**
 * Runs one step of a reply that is due. Returns the seconds until its next step, null when there is none, and `held`
 * when another worker holds the lease. Never throws for a failure of the platform.
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
    return saveFinding(deps, row, { result: connectionUnavailable(row, status) });
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

/** Without a working connection a sent reply counts as settled, and one that was not sent fails. */
function connectionUnavailable({ state }: ReplyRow, status: string | null): StepResult {
  if (state === 'sent') return { state: 'settled' };
  return { state: 'failed', reason: connectionErrorCodes.get(status ?? '') ?? 'platform-reauthorize' };
}

async function runStep(deps: ReviewsDeps, step: ReplyStep): Promise<StepFinding> {
  const { row, connector, signal } = step;
  const found = await callPlatform(deps, step, (tokens) =>
    connector.lookUp(tokens, listingRefOf(step), reviewRefOf(step), { signal }),
  );
  await deps.rateLimiter.reportSuccess(connector.id);
  return row.state === 'sent' ? interpretLookUp(row, found) : send(deps, step, found);
}

/** Sends the reply, unless the platform already has it or has a reply that the owner has not seen. */
async function send(deps: ReviewsDeps, step: ReplyStep, found: ReviewLookup): Promise<StepFinding> {
  const { row, connector, signal } = step;
  if (found.found === 'gone') return { result: { state: 'failed', reason: 'platform-gone' } };
  if (found.found === 'there') {
    const { reply } = found.review;
    const platformText = textOf(reply);
    const retryingRejected = row.tried_at === null && reply?.state === 'failed';
    if (platformText === row.text && !retryingRejected) return interpretLookUp(row, found);
    if (platformText !== row.seen_text && !row.own_texts.includes(platformText))
      return { result: { state: 'failed', reason: 'conflict' }, reply };
  }
  if (!(await inTenant(deps.db, row.account_id, (trx) => markAttempt(trx, row))))
    return { result: { state: 'queued', reason: null, nextIn: 0 } };
  const { text } = row;
  if (text === null) {
    await callPlatform(deps, step, (tokens) =>
      connector.deleteReply(tokens, listingRefOf(step), reviewRefOf(step), { signal }),
    );
    return {
      result: { state: 'sent', reason: null, nextIn: finalCheckSeconds, confirmed: true },
      reply: null,
    };
  }
  const reply = await callPlatform(deps, step, (tokens) =>
    connector.reply(tokens, listingRefOf(step), reviewRefOf(step), text, { signal }),
  );
  return scheduleCheck(row, reply);
}

/** Compares a sent reply with what the look-up returned. */
function interpretLookUp(row: ReplyRow, found: ReviewLookup): StepFinding {
  if (found.found !== 'there') return { result: { state: 'settled' } };
  const { reply } = found.review;
  if (textOf(reply) === row.text) return scheduleCheck(row, reply);
  // Somebody else changed or deleted the reply. The platform's state counts, once its replication lag has passed.
  const lags = textOf(reply) === row.seen_text || row.own_texts.includes(textOf(reply));
  if (lags && secondsSince(row.sent_at) < platformLagSeconds)
    return { result: { state: 'sent', reason: null, nextIn: initialCheckSeconds * 2, confirmed: false } };
  return { result: { state: 'settled' }, reply };
}

/** The platform has the reply as requested (null: it is deleted). Decides whether and when to check it again. */
function scheduleCheck(row: ReplyRow, reply: PlatformReply | null): StepFinding {
  if (reply?.state === 'failed') return { result: { state: 'settled' }, reply };
  const pending = reply?.state === 'sending';
  const age = secondsSince(row.sent_at);
  const done = pending ? age >= giveUpAfterSeconds : row.confirmed_at !== null;
  if (done) return { result: { state: 'settled' }, reply };
  const nextIn = pending
    ? Math.min(maxCheckSeconds, Math.max(initialCheckSeconds, Math.round(age)))
    : finalCheckSeconds;
  return { result: { state: 'sent', reason: null, nextIn, confirmed: !pending }, reply };
}

/** @returns the result of a step that failed at the platform. @throws any other error, after releasing the lease */
async function handleError(deps: ReviewsDeps, step: ReplyStep, error: unknown): Promise<StepFinding> {
  const { row, listing, connector } = step;
  if (!(error instanceof ConnectorFailure)) {
    await releaseLease(deps, row);
    throw error;
  }
  const { kind, message } = error;
  deps.log.warn(
    { review: row.review_id, kind, reason: error.reason, message },
    'A reply failed at the platform',
  );
  if (kind === 'retry-after' && error.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, error.retryAfter || undefined);
  await inTenant(deps.db, row.account_id, (trx) =>
    recordConnectionFailure(trx, row.account_id, listing.connection_id, kind),
  );
  const reason = failureCode(kind);
  const nextIn = retryDelaySeconds(row.tries, error.retryAfter);
  // A failed check does not mean that the sent reply is lost, so the next check decides.
  if (row.state === 'sent')
    return isTransient(kind) && secondsSince(row.sent_at) < giveUpAfterSeconds
      ? { result: { state: 'sent', reason: null, nextIn, confirmed: false } }
      : { result: { state: 'settled' } };
  const willRetry =
    kind === 'retry-after'
      ? secondsSince(row.asked_at) + nextIn < giveUpAfterSeconds
      : kind === 'unexpected-answer' && row.tries < maxAttempts;
  return { result: willRetry ? { state: 'queued', reason, nextIn } : { state: 'failed', reason } };
}

function isTransient(kind: FailureKind): boolean {
  return kind === 'retry-after' || kind === 'unexpected-answer';
}

/** Saves the result of the step and the platform's reply. Returns the seconds until the next step. */
async function saveFinding(
  deps: ReviewsDeps,
  row: ReplyRow,
  { result, reply }: StepFinding,
): Promise<number | null> {
  const { account_id: accountId, review_id: reviewId } = row;
  const status = await retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      const saved = await saveStepResult(trx, row, result);
      if (saved === 'lease-lost') return saved;
      const underWay = saved === 'superseded' ? undefined : row.text !== null && isUnderWay(result);
      await updateShownReply(trx, accountId, reviewId, { reply, underWay });
      return saved;
    }),
  );
  if (status === 'lease-lost') return null;
  if (status === 'superseded') return 0;
  return 'nextIn' in result ? result.nextIn : null;
}

function isUnderWay(result: StepResult): boolean {
  return result.state === 'queued' || result.state === 'sent';
}

/** After an error of our own or a shutdown: another worker may take the reply up at once. */
async function releaseLease(deps: ReviewsDeps, row: ReplyRow): Promise<void> {
  const state = row.state === 'sent' ? 'sent' : 'queued';
  const nextIn = retryDelaySeconds(row.tries, undefined);
  await inTenant(deps.db, row.account_id, (trx) =>
    saveStepResult(trx, row, { state, reason: null, nextIn, confirmed: false }),
  );
}

/** Makes one platform call within the rate limit and with valid tokens. It has priority, because a person waits for it. */
async function callPlatform<T>(
  deps: ReviewsDeps,
  { row, listing, connector, signal }: ReplyStep,
  call: (tokens: Tokens) => Promise<T>,
): Promise<T> {
  await deps.rateLimiter.acquire(connector.id, 'person', signal);
  return deps.tokens.withTokens(connector, row.account_id, listing.connection_id, call, signal);
}

function listingRefOf({ listing }: ReplyStep) {
  return { externalId: listing.external_id, resourceName: listing.resource_name };
}

function reviewRefOf({ target }: ReplyStep) {
  return { externalId: target.external_id, resourceName: target.resource_name };
}

/** Platforms trim white space at both ends, so comparisons ignore it. */
function textOf(reply: PlatformReply | null): string | null {
  return reply?.text.trim() ?? null;
}

function secondsSince(time: Date | null): number {
  return time === null ? 0 : (Date.now() - time.getTime()) / 1000;
}

/** The platform's `Retry-After` plus exponential backoff with jitter, which is at most an hour. */
function retryDelaySeconds(tries: number, retryAfter: number | undefined): number {
  const backoff = Math.min(maxDelaySeconds, initialDelaySeconds * 2 ** Math.min(20, tries - 1));
  return Math.ceil(clampWaitSeconds(retryAfter ?? 0) + (backoff / 2) * (1 + Math.random()));
}
