/** One draft of a reply: nothing of it is stored, sent to a platform or logged. */
import type { Assistant, ReplyDraft } from '@kindling/contract/assistant';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { getReplySubject, type ReplySubject } from '../reviews/index.ts';
import { ModelUnavailable } from './chat-model.ts';
import { type CheckedDraft, checkDraft, correctionFor, hasInstructions } from './check-draft.ts';
import type { AssistantDeps } from './deps.ts';
import { buildPrompt, type Prompt, withCorrection } from './prompt.ts';
import { countDraft } from './queries.ts';
import { readAssistant } from './settings.ts';

/** Drafts of a day (UTC), because each costs the operator money. */
const maxPerDay = { person: 100, account: 300 };
const maxAttempts = 2;

/**
 * @throws AppError `assistant-off`; `assistant-unavailable`, `assistant-unusable`; `rate-limited`; and as
 * {@link getReplySubject}
 */
export async function draftReply(
  deps: AssistantDeps,
  user: SignedInUser,
  reviewId: string,
  canceled?: AbortSignal,
): Promise<ReplyDraft> {
  const { accountId, userId } = user;
  const wait = await deps.perPerson.consume(userId);
  if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
  return deps.byAccount.run(accountId, async () => {
    const { readSubject, settings } = await inTenant(deps.db, accountId, async (trx) => {
      const readSubject = await getReplySubject(deps.reviews, trx, accountId, reviewId);
      const settings = await readAssistant(deps, trx, accountId);
      if (!settings.on) throw new AppError('assistant-off');
      const counted = await countDraft(trx, accountId, userId);
      if (counted.person > maxPerDay.person || counted.account > maxPerDay.account)
        throw new AppError('rate-limited', undefined, { retryAfter: secondsUntilTomorrow() });
      return { readSubject, settings };
    });
    const subject = readSubject();
    const reviewInstructs = hasInstructions(subject.text);
    const deadline = AbortSignal.timeout(deps.timeoutMs);
    const signal = canceled === undefined ? deadline : AbortSignal.any([canceled, deadline]);
    const { text, promises } = await attempt(deps, { subject, settings, reviewInstructs }, signal).catch(
      (error: unknown) => {
        if (error === deadline.reason) throw new AppError('assistant-unavailable');
        throw error;
      },
    );
    return {
      text,
      checks: [
        ...(promises ? (['promise'] as const) : []),
        ...(reviewInstructs ? (['instruction-in-review'] as const) : []),
      ],
    };
  });
}

/** A first draft that promises something is taken when the second one is worse. */
async function attempt(
  deps: AssistantDeps,
  order: { subject: ReplySubject; settings: Assistant; reviewInstructs: boolean },
  signal: AbortSignal,
): Promise<{ text: string; promises: boolean }> {
  let prompt = buildPrompt(order.subject, order.settings);
  let promising: CheckedDraft | null = null;
  for (let tries = 1; tries <= maxAttempts; tries += 1) {
    const answer = await ask(deps, prompt, signal, tries < maxAttempts);
    if (answer === 'again') continue;
    const checked = checkDraft(answer, { ...order, prompt });
    if (checked.problem === null && !checked.promises) return checked;
    if (checked.problem === null) promising = checked;
    deps.log.info({ problem: checked.problem ?? 'promise', tries }, 'A draft of the assistant was refused');
    prompt = withCorrection(prompt, correctionFor(checked.problem ?? 'promise'));
  }
  if (promising !== null) return promising;
  throw new AppError('assistant-unusable');
}

async function ask(
  { model, log }: AssistantDeps,
  prompt: Prompt,
  signal: AbortSignal,
  mayRetry: boolean,
): Promise<string | null | 'again'> {
  if (model === null) throw new AppError('assistant-off');
  try {
    return await model.complete(prompt.messages, signal);
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    log.warn({ reason: error.message }, 'The assistant is not available');
    if (mayRetry && error.retry) return 'again';
    throw new AppError('assistant-unavailable');
  }
}

function secondsUntilTomorrow(): number {
  return Math.ceil(86_400 - ((Date.now() / 1000) % 86_400));
}
