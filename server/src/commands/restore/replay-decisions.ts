/**
 * Does again, in a restored database, what was decided since its backup and can be taken back: disconnections, takedowns, who was
 * shut out or lost the administrator's role, accounts that are to be deleted, and the end of product news. The last decision about
 * each counts.
 */
import type { Services } from '../../app.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { Erasure } from '../../features/backups/index.ts';
import { disconnectAgain } from '../../features/connections/index.ts';
import { takeDownEmbed } from '../../features/embeds/index.ts';
import {
  blockAgain,
  changeAlertsByLink,
  demoteAgain,
  scheduleDeletionAgain,
} from '../../features/identity/index.ts';
import { updatePipelineTakedown } from '../../features/pipelines/index.ts';
import { AppError } from '../../lib/app-error.ts';

/** An entry of the journal whose act may be this one. */
type WithAct<One, Act> = One extends { act: infer Own } ? (Act extends Own ? One : never) : never;
type Keyed<Act extends Erasure['act']> = WithAct<Erasure, Act>;
type Taken = Keyed<'taken-down'>;

/** What takes each decision back. */
const opposites = {
  disconnected: 'connected',
  'taken-down': 'put-back',
  blocked: 'unblocked',
  demoted: 'promoted',
  'news-ended': 'news-wanted',
  closing: 'kept',
} as const satisfies Partial<Record<Erasure['act'], Erasure['act']>>;
type Decision = keyof typeof opposites;

/** Every step is safe to repeat. @param erasures in their order */
export async function replayDecisions(services: Services, erasures: readonly Erasure[]): Promise<void> {
  const { db } = services;
  for (const { key, at } of lastOf(erasures, 'disconnected'))
    await disconnectAgain(services.connections, key.account_id, key.id, new Date(at));
  for (const { subject, key } of lastOf(erasures, 'taken-down')) await takeDownAgain(services, subject, key);
  for (const { key, at } of lastOf(erasures, 'blocked'))
    await inSystem(db, (trx) => blockAgain(trx, key.id, new Date(at)));
  for (const { key } of lastOf(erasures, 'demoted')) await inSystem(db, (trx) => demoteAgain(trx, key.id));
  for (const { key } of lastOf(erasures, 'closing'))
    await inSystem(db, (trx) =>
      scheduleDeletionAgain(trx, key.id, { day: new Date(key.day), cause: key.cause }),
    );
  for (const { key } of lastOf(erasures, 'news-ended'))
    await inTenant(db, key.account_id, (trx) =>
      changeAlertsByLink(trx, { accountId: key.account_id, userId: key.user_id }, { productNews: false }),
    );
}

interface Last<Act extends Decision> {
  subject: Keyed<Act>['subject'];
  key: Keyed<Act>['keys'][number];
  at: string;
}

/** Those that nobody took back. */
function lastOf<Act extends Decision>(erasures: readonly Erasure[], act: Act): Last<Act>[] {
  const last = new Map<string, Last<Act>>();
  for (const erasure of erasures)
    for (const key of erasure.keys) {
      const about = `${erasure.subject} ${idOf(key)}`;
      if (erasure.act === act)
        last.set(about, { subject: erasure.subject, key, at: erasure.at } as Last<Act>);
      else if (erasure.act === opposites[act]) last.delete(about);
    }
  return [...last.values()];
}

const idOf = (key: Erasure['keys'][number]): string =>
  'user_id' in key ? `${key.account_id} ${key.user_id}` : key.id;

async function takeDownAgain(
  { db, embeds }: Services,
  subject: Taken['subject'],
  { account_id: accountId, id, reason }: Taken['keys'][number],
): Promise<void> {
  if (subject === 'pipelines') {
    await inSystem(db, (trx) => updatePipelineTakedown(trx, accountId, id, reason));
    return;
  }
  try {
    await takeDownEmbed(embeds, { accountId, id }, reason, async () => {});
  } catch (error) {
    // It is gone, or was taken down by an earlier attempt.
    if (!(error instanceof AppError && ['not-found', 'conflict'].includes(error.code))) throw error;
  }
}
