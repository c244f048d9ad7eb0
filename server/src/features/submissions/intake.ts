/**
 * Takes what visitors send. An answer "stored" means that it survives the end of the process: it is in the database, or in the
 * files of the queue while the database does not answer, or is busy with others.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ratingOf, type VisitorForm } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import type { HeldReason } from '@kindling/contract/submissions';
import { areWritesRefused } from '../../db/write-refusal.ts';
import { AppError } from '../../lib/app-error.ts';
import type { DoorKey } from '../pipelines/index.ts';
import type { SubmissionsDeps } from './deps.ts';
import type { EntryQueue, StoreWaiting } from './entry-queue.ts';
import type { FormToken } from './form-token.ts';
import { findSent, withdrawSubmission } from './judge.ts';
import type { SubmissionLimits } from './limits.ts';
import type { SentSubmission } from './queries.ts';
import { createSpentProofs } from './spent-proofs.ts';
import { storeEntry } from './store-entry.ts';
import { storeFault } from './store-errors.ts';
import {
  type QueuedEntry,
  submissionIdOf,
  type VisitorEntry,
  type WithdrawalEntry,
} from './visitor-entry.ts';
import { cleanLine, cleanText, hasLink } from './visitor-text.ts';
import type { SubmissionRef } from './withdraw-link.ts';

/** Nobody reads a page and rates within it. */
const minAgeMs = 1_000;
/** How long a visitor waits for the database before the entry goes to the files. */
const storeTimeoutMs = 2_500;
/**
 * Entries that are stored at the same time. More than that wait for nothing: they go to the files, so that a rush of visitors
 * is acknowledged as fast as the disk writes.
 */
const maxStoring = 16;
/** How long entries go to the files at once after the database did not answer. */
const pauseMs = 5_000;

/** Files of a process that is gone are read half a minute later; a drain runs every five seconds. */
const maxWithdrawTries = 24;

export interface IntakeDeps extends SubmissionsDeps {
  queue: EntryQueue;
  limits: SubmissionLimits;
}

export interface SentForm {
  accountId: string;
  target: DoorKey & { locationId: string };
  /** Who came by a personal link; null for everybody else. */
  recipientId: string | null;
  /** The page that was sent: `q/<code>`. */
  page: string;
  form: VisitorForm;
  token: FormToken;
  network: string;
  /** The solved challenge; null without one. */
  proof: { id: string; expiresAt: Date } | null;
  settings: PipelineSettings;
  language: Language;
  /** The text that the visitor agreed to; null when the form named another version. */
  consentText: string | null;
}

export interface Intake {
  /**
   * @returns the id of the submission
   * @throws AppError `rate-limited`; `invalid-input` for an empty message; `visit-ended` when the visit was withdrawn or
   * discarded, or another review was sent under its key; `unavailable` when neither the database nor the disk takes it
   */
  take(sent: SentForm, now?: Date): Promise<string>;
  /**
   * Withdraws what was sent under one key, also when it waits in a file or the database does not answer.
   * @returns `waiting` when the withdrawal waits in a file too; `unknown` when nothing can be there
   */
  withdraw(ref: SubmissionRef): Promise<'withdrawn' | 'waiting' | 'unknown'>;
  /** What a visitor sees behind their private link; `waiting` when it may not be in the database yet, null for nothing. */
  findSent(ref: SubmissionRef): Promise<SentSubmission | 'waiting' | null>;
  /** Stores what waits in the files. @returns the number of stored entries */
  drain(): Promise<number>;
}

export function createIntake(deps: IntakeDeps): Intake {
  let pausedUntil = 0;
  let storing = 0;
  const underWay = new Map<string, Promise<void>>();
  const spent = createSpentProofs();

  async function store(entry: VisitorEntry): Promise<void> {
    if (performance.now() >= pausedUntil && storing < maxStoring && !areWritesRefused(deps.db.pool)) {
      storing += 1;
      try {
        const end = await withTimeout(storeEntry(deps, entry), storeTimeoutMs);
        if (end === 'ended') throw new AppError('visit-ended');
        return;
      } catch (error) {
        if (error instanceof AppError) throw error;
        const fault = storeFault(error);
        if (fault === 'gone') throw new AppError('page-ended', undefined, { cause: error });
        if (fault === 'refused') throw error;
        pausedUntil = performance.now() + pauseMs;
        deps.log.warn({ err: error }, 'The database did not take a submission; it goes to the files');
      } finally {
        storing -= 1;
      }
    }
    await addToQueue(entry);
  }

  function addToQueue(entry: QueuedEntry): Promise<void> {
    return deps.queue.add(entry).catch((error: unknown) => {
      throw new AppError('unavailable', undefined, { cause: error, retryAfter: 30 });
    });
  }

  async function takeNew(sent: SentForm, submissionId: string, now: Date): Promise<void> {
    const { accountId, network, page, proof } = sent;
    const content = contentOf(sent);
    const { heldFor, retryAfter } = await deps.limits.count({
      network,
      page,
      accountId,
      proved: proof !== null && spent.take(proof.id, submissionId),
    });
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
    await store({
      accountId,
      submissionId,
      pipelineId: sent.target.pipelineId,
      locationId: sent.target.locationId,
      door: sent.target.door,
      doorId: sent.recipientId ?? sent.target.codeId,
      campaignId: sent.target.door === 'invitation' ? sent.target.codeId : null,
      locale: sent.language,
      // A style that the owner changed meanwhile does not make an open page void.
      rating: ratingOf(sent.form.rating),
      receivedAt: now.toISOString(),
      heldFor: [...heldFor, ...suspicions(sent, content, now)],
      proof: proof === null ? null : { id: proof.id, expiresAt: proof.expiresAt.toISOString() },
      content,
    });
  }

  return {
    async take(sent, now = new Date()) {
      const { form, accountId, target } = sent;
      const submissionId = submissionIdOf(accountId, target.pipelineId, form.key);
      // The same form again while the first is being stored is one form: it is neither counted nor judged again.
      const key = `${submissionId} ${form.step} ${form.rating}`;
      const same = underWay.get(key);
      const taking = same ?? takeNew(sent, submissionId, now).finally(() => underWay.delete(key));
      if (same === undefined) underWay.set(key, taking);
      await taking;
      return submissionId;
    },
    async withdraw(ref) {
      const end = await withTimeout(withdrawSubmission(deps, ref), storeTimeoutMs).catch((error: unknown) => {
        if (storeFault(error) !== 'unavailable') throw error;
        deps.log.warn({ err: error }, 'The database did not take a withdrawal; it goes to the files');
        return 'unavailable' as const;
      });
      if (end === 'withdrawn') return end;
      // Only what was stored here has a private link, so what the database does not know may wait in a file.
      if (end === 'unknown' && !(await deps.queue.hasWaiting())) return end;
      await addToQueue({ withdraw: true, ...ref, tries: 0 });
      return 'waiting';
    },
    async findSent(ref) {
      try {
        const sent = await withTimeout(findSent(deps, ref), storeTimeoutMs);
        return sent ?? ((await deps.queue.hasWaiting()) ? 'waiting' : null);
      } catch (error) {
        if (storeFault(error) !== 'unavailable') throw error;
        return 'waiting';
      }
    },
    async drain() {
      if (areWritesRefused(deps.db.pool)) return 0;
      const stored = await deps.queue.drain((entry) => storeWaiting(deps, entry));
      // The database takes entries again, so new ones need not wait in files.
      if (stored > 0) pausedUntil = 0;
      return stored;
    },
  };
}

async function storeWaiting(deps: IntakeDeps, entry: QueuedEntry): ReturnType<StoreWaiting> {
  if ('withdraw' in entry) return withdrawWaiting(deps, entry);
  try {
    await storeEntry(deps, entry);
    return 'stored';
  } catch (error) {
    const fault = storeFault(error);
    if (fault === 'unavailable') throw error;
    deps.log.error({ err: error, submission: entry.submissionId, fault }, 'A waiting entry was not stored');
    return fault;
  }
}

/** Another process may still hold what is withdrawn, so an unknown one is asked for again. */
async function withdrawWaiting(deps: IntakeDeps, entry: WithdrawalEntry): ReturnType<StoreWaiting> {
  const { accountId, submissionId, tries } = entry;
  const end = await withdrawSubmission(deps, { accountId, submissionId });
  if (end === 'withdrawn') return 'stored';
  return tries < maxWithdrawTries ? { ...entry, tries: tries + 1 } : 'gone';
}

function contentOf({ form, settings, consentText }: SentForm): VisitorEntry['content'] {
  if (form.step === 'rate') return { step: 'rate' };
  // A name and a contact are kept only of somebody who agreed to what the page said.
  const agreed = form.consent === 'yes' && consentText !== null;
  const authorName = agreed ? cleanLine(form.name) : null;
  const contact = agreed ? cleanLine(form.contact) : null;
  const person = {
    authorName,
    contact,
    consentText: authorName === null && contact === null ? null : consentText,
  };
  if (form.step === 'message') {
    const message = cleanText(form.message);
    if (message === null)
      throw new AppError('invalid-input', undefined, {
        fields: [{ path: 'message', message: 'The message is empty.' }],
      });
    return { step: 'message', ...person, message };
  }
  const answers = settings.questions.flatMap(({ id, text: question }) => {
    const answer = cleanText(Object.hasOwn(form.answers, id) ? (form.answers[id] ?? '') : '');
    return answer === null ? [] : [{ question, answer }];
  });
  return { step: 'review', ...person, text: cleanText(form.text), answers };
}

function suspicions({ form, token }: SentForm, content: VisitorEntry['content'], now: Date): HeldReason[] {
  const reasons: HeldReason[] = [];
  if (now.getTime() - token.issuedAt.getTime() < minAgeMs) reasons.push('too-fast');
  if (form.website !== '') reasons.push('trap');
  const shown = content.step === 'review' ? [content.text, content.authorName] : [];
  if (shown.some((text) => text !== null && hasLink(text))) reasons.push('links');
  return reasons;
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${ms} ms`);
  });
  // The work may go on after its time; storing it again from the files changes nothing.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
