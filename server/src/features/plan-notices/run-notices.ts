/** Tells owners of the end of their plan, and deletes accounts for which nobody paid. */
import { inSystem, inTenant } from '../../db/transaction.ts';
import { dayOf, toLocal } from '../../lib/time-zones.ts';
import { beginErasureOfEnded, daysLeft, eraseJob } from '../identity/index.ts';
import type { PlanNotice, PlanNoticesDeps } from './deps.ts';
import { type EndingPlan, listEndingPlans, listNotices, lockEndingPlan, upsertNotice } from './queries.ts';
import { type NextStep, type NoticeKind, nextStep } from './schedule.ts';

const pageSize = 200;
/** Hours of the account's day in which its owners get such mails. */
const mailHours = { from: 8, until: 20 } as const;

/** One round over all accounts. One account's failure keeps nobody else's mail back. */
export async function runNotices(deps: PlanNoticesDeps, signal: AbortSignal): Promise<void> {
  if (!deps.plansEnabled) return;
  for await (const plan of endingPlans(deps)) {
    signal.throwIfAborted();
    await handlePlan(deps, plan.id).catch((error: unknown) => {
      signal.throwIfAborted();
      deps.log.error({ err: error, accountId: plan.id }, 'The end of a plan could not be handled');
    });
  }
}

/** What the next round does with each account whose plan ended, without doing it. */
export async function previewDeletions(
  deps: Pick<PlanNoticesDeps, 'db' | 'now' | 'plansEnabled'>,
): Promise<{ accountId: string; endedAt: Date; next: NextStep }[]> {
  const found: { accountId: string; endedAt: Date; next: NextStep }[] = [];
  if (!deps.plansEnabled) return found;
  const now = deps.now();
  for await (const plan of endingPlans(deps)) {
    if (plan.plan_ends_at > now) continue;
    const next = await inTenant(deps.db, plan.id, async (trx) =>
      stepFor(plan, await listNotices(trx, plan.id, plan.plan_ends_at), now),
    );
    found.push({ accountId: plan.id, endedAt: plan.plan_ends_at, next });
  }
  return found;
}

async function* endingPlans({ db, now }: Pick<PlanNoticesDeps, 'db' | 'now'>): AsyncGenerator<EndingPlan> {
  for (let after: string | null = null; ; ) {
    const page: EndingPlan[] = await inSystem(db, (system) =>
      listEndingPlans(system, { now: now(), after, limit: pageSize }),
    );
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.id ?? null;
  }
}

function stepFor(plan: EndingPlan, sent: Parameters<typeof nextStep>[2], now: Date): NextStep {
  const stored = { state: plan.plan_state, endsAt: plan.plan_ends_at };
  return nextStep(stored, daysLeft(plan.plan_ends_at, now, plan.time_zone), sent, now);
}

async function handlePlan(deps: PlanNoticesDeps, accountId: string): Promise<void> {
  const now = deps.now();
  let mailIds: string[] = [];
  const deletion = await inTenant(deps.db, accountId, async (trx) => {
    const plan = await lockEndingPlan(trx, accountId);
    if (plan === null) return null;
    const next = stepFor(plan, await listNotices(trx, accountId, plan.plan_ends_at), now);
    if (next.step === 'delete') return { end: plan.plan_ends_at, warnedAt: next.warnedAt };
    if (next.step === 'wait' || !isMailHour(now, plan.time_zone)) return null;
    mailIds = await deps.mailOwners(trx, accountId, noticeOf(plan, next.kind, next.deletionOn, now));
    await upsertNotice(trx, accountId, {
      kind: next.kind,
      endsAt: plan.plan_ends_at,
      queuedAt: now,
      emailIds: mailIds,
    });
    return null;
  });
  await deps.deliverSoon(mailIds);
  if (deletion === null) return;
  // A payment that no message told of saves the account: its plan then ends later, and the next statement finds nothing.
  await deps.readPayment(accountId);
  const begun = await inSystem(deps.db, (system) =>
    beginErasureOfEnded(system, accountId, { ...deletion, now }),
  );
  if (!begun) return;
  await deps.queue.enqueue(eraseJob, { accountId }, { key: accountId });
  deps.log.warn(
    { accountId, endedAt: deletion.end, warnings: deletion.warnedAt.length },
    'The deletion of an account whose plan ended has begun',
  );
}

function isMailHour(now: Date, timeZone: string): boolean {
  const hour = new Date(toLocal(now.getTime(), timeZone)).getUTCHours();
  return hour >= mailHours.from && hour < mailHours.until;
}

function noticeOf(plan: EndingPlan, kind: NoticeKind, deletionOn: Date, now: Date): PlanNotice {
  const dayIn = (at: Date) => dayOf(at, plan.time_zone).day;
  switch (kind) {
    case 'trial-7':
    case 'trial-3':
    case 'trial-1':
      return {
        kind: 'trial-ending',
        days: Math.max(1, daysLeft(plan.plan_ends_at, now, plan.time_zone)),
        endsOn: dayIn(plan.plan_ends_at),
      };
    case 'trial-ended':
    case 'plan-ended':
      return { kind, deletionOn: dayIn(deletionOn) };
    case 'deletion-30':
    case 'deletion-7':
    case 'deletion-1':
      return {
        kind: 'account-deletion-warning',
        days: kind === 'deletion-30' ? 30 : kind === 'deletion-7' ? 7 : 1,
        deletedOn: dayIn(deletionOn),
        endedOn: dayIn(plan.plan_ends_at),
      };
  }
}
