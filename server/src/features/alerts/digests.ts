/**
 * Digests and the mail with the monthly report: planned once for each day of an account, made when they are due
 * (docs/decisions/0091-digests-by-the-clock-of-the-account.md). A worker that dies at any point leaves a row that is made later,
 * and each row makes one mail.
 */
import type { AlertChoices } from '@kindling/contract/profile';
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { withCallerScope } from '../../lib/caller-scope.ts';
import { runBatches } from '../../lib/cooldown.ts';
import { idFromKey } from '../../lib/ids.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import { type AccountUser, findAccountZone, listAccountUsers } from '../identity/index.ts';
import type { MailRequest } from '../mail/index.ts';
import { sumReviews } from '../reviews/index.ts';
import { arrivedIn, listArrived, sumArrived } from './arrived-queries.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import {
  addDays,
  type DigestKind,
  digestDayOf,
  digestKinds,
  digestTime,
  furthestDays,
  periodDayOf,
  periodStarts,
} from './digest-days.ts';
import {
  beginDigest,
  claimDigestDay,
  type DigestKey,
  deleteDigest,
  deleteDoneDigests,
  findFormerDigestDay,
  finishDigest,
  insertDigest,
  listDueDigests,
  listUnplannedAccounts,
  listZones,
  postponeDigest,
} from './digest-queries.ts';
import { deleteOldNews } from './news-queries.ts';
import { reportMail } from './report-mail.ts';
import { digestMail } from './review-mails.ts';

const batchSize = 500;
/** The sweep makes a digest so often, once a minute, before it is given up. */
const maxAttempts = 60;
const dayMs = 86_400_000;
/** Two months of news are compared by a monthly digest, and the digests before it say where it begins. */
const keptMs = 100 * dayMs;

/** Plans and makes what is due. */
export async function sweepDigests(deps: AlertsDeps, signal: AbortSignal): Promise<void> {
  await planDigests(deps, signal);
  const now = nowOf(deps);
  const due = await inSystem(deps.db, (trx) => listDueDigests(trx, now, batchSize));
  for (const key of due) {
    signal.throwIfAborted();
    await makeDigest(deps, key).catch((error: unknown) =>
      // One digest must not keep the others back.
      deps.log.error({ err: error, ...key }, 'A digest could not be made'),
    );
  }
}

async function planDigests(deps: AlertsDeps, signal: AbortSignal): Promise<void> {
  const now = nowOf(deps);
  for (const zone of await inSystem(deps.db, listZones))
    await planZone(deps, zone, now, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // The database may know a zone that this program does not; the others go on.
      deps.log.error({ err: error, zone }, 'The digests of a time zone could not be planned');
    });
}

async function planZone(deps: AlertsDeps, zone: string, now: Date, signal: AbortSignal): Promise<void> {
  const day = digestDayOf(now, zone);
  const accounts = await inSystem(deps.db, (trx) => listUnplannedAccounts(trx, zone, day, batchSize));
  for (const accountId of accounts) {
    signal.throwIfAborted();
    await inTenant(deps.db, accountId, (trx) => planDay(trx, accountId, zone, day)).catch((error: unknown) =>
      // One account must not keep the others of its zone back.
      deps.log.error({ err: error, accountId }, 'The digests of an account could not be planned'),
    );
  }
}

async function planDay(trx: Transaction<DB>, accountId: string, zone: string, day: string): Promise<void> {
  if (!(await claimDigestDay(trx, accountId, day))) return;
  for (const user of await listAccountUsers(trx, accountId))
    for (const kind of digestKinds) {
      const periodDay = periodDayOf(kind, day);
      if (periodDay === null || !wantsDigest(user, kind)) continue;
      const at = digestTime(day, zone);
      const key = { accountId, userId: user.userId, kind, day: periodDay };
      await insertDigest(trx, key, afterQuietHours(user.alerts, at, zone) ?? at);
    }
}

function wantsDigest(user: AccountUser, kind: DigestKind): boolean {
  const { digest, monthlyReport } = user.alerts;
  return kind === 'report'
    ? monthlyReport && mayTake(user, 'figures.read')
    : digest === kind && mayTake(user, 'reviews.read');
}

function afterQuietHours({ quietHours }: AlertChoices, at: Date, zone: string): Date | null {
  return quietHours === null ? null : quietUntil(at, zone, quietHours);
}

async function makeDigest(deps: AlertsDeps, key: DigestKey): Promise<void> {
  const { accountId, userId, kind, day } = key;
  const now = nowOf(deps);
  const attempts = await inTenant(deps.db, accountId, (trx) => beginDigest(trx, key));
  if (attempts === null) return;
  if (attempts > maxAttempts) {
    await inTenant(deps.db, accountId, (trx) => deleteDigest(trx, key));
    deps.log.error(key, 'A digest is given up');
    return;
  }
  const { user, zone } = await inTenant(deps.db, accountId, async (trx) => ({
    user: (await listAccountUsers(trx, accountId)).find((one) => one.userId === userId),
    zone: await findAccountZone(trx, accountId),
  }));
  const quietEnd = user === undefined ? null : afterQuietHours(user.alerts, now, zone);
  if (quietEnd !== null) {
    await inTenant(deps.db, accountId, (trx) => postponeDigest(trx, key, quietEnd));
    return;
  }
  const mail = user === undefined || !wantsDigest(user, kind) ? null : await composed(deps, key, user, zone);
  const id = idFromKey(`${accountId} digest ${kind} ${day} ${userId}`);
  const isStored = await inTenant(deps.db, accountId, async (trx) => {
    const isMine = await finishDigest(trx, key, mail === null ? null : id, now);
    if (isMine && mail !== null) await deps.queueMail(mail, trx, id);
    return isMine && mail !== null;
  });
  if (isStored) await deps.deliverSoon([id]);
}

/** What the member may see decides, by the same walls as in the app. */
function composed(
  deps: AlertsDeps,
  key: DigestKey,
  user: AccountUser,
  zone: string,
): Promise<MailRequest | null> {
  const { accountId, userId } = key;
  const { locationIds } = user;
  return withCallerScope({ accountId, actor: { kind: 'person', userId }, locationIds }, () =>
    inTenant(deps.db, accountId, (trx) =>
      key.kind === 'report'
        ? reportMail(deps, trx, user, key)
        : composeDigest(deps, trx, { ...key, kind: key.kind }, user, zone),
    ),
  );
}

/** Null when nothing arrived. */
async function composeDigest(
  deps: AlertsDeps,
  trx: Transaction<DB>,
  key: DigestKey & { kind: Exclude<DigestKind, 'report'> },
  user: AccountUser,
  zone: string,
): Promise<MailRequest | null> {
  const { accountId, kind, day } = key;
  const starts = periodStarts(kind, day);
  const former = await findFormerDigestDay(trx, key, addDays(day, -furthestDays[kind]));
  const from = digestTime(former ?? starts.from, zone);
  const which = arrivedIn(accountId, { from, to: digestTime(day, zone) });
  const arrived = await sumArrived(trx, accountId, which);
  if (arrived.count === 0) return null;
  const before = { from: digestTime(starts.before, zone), to: digestTime(starts.from, zone) };
  return digestMail(deps, accountId, user, {
    period: kind,
    arrived,
    before: await sumArrived(trx, accountId, arrivedIn(accountId, before)),
    unanswered: (await sumReviews(trx, accountId, deps.connectors)).unanswered,
    reviews: await listArrived(trx, accountId, which),
  });
}

/** Deletes news and digests that nothing needs any more. */
export async function deleteOldAlerts(deps: AlertsDeps, signal: AbortSignal): Promise<void> {
  const before = new Date(nowOf(deps).getTime() - keptMs);
  for (const deleteSome of [deleteOldNews, deleteDoneDigests]) {
    const deleteBatch = () => inSystem(deps.db, (trx) => deleteSome(trx, before, batchSize));
    await runBatches(batchSize, deleteBatch, signal);
  }
}
