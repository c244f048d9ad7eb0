/** Embeds and pages that administrators take from the public, by the list of an account or by what stands in public. */
import type { PublicItem, PublicItemKind } from '@kindling/contract/admin-users';
import type { TakedownReason } from '@kindling/contract/operator-reasons';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { audit, auditOperator, lockAccount } from '../identity/index.ts';
import { updatePipelineTakedown } from '../pipelines/index.ts';
import { findPublicItem } from './account-queries.ts';
import type { AdminUsersDeps } from './deps.ts';
import { presentPublicItem } from './present.ts';
import { publicCodesIn } from './public-codes.ts';

export interface ItemChange {
  adminId: string;
  accountId: string;
  kind: PublicItemKind;
  id: string;
}

/** @param address a code, an address of ours, or pasted code that contains one */
export function findItem(
  { db, publicUrl }: Pick<AdminUsersDeps, 'db' | 'publicUrl'>,
  address: string,
): Promise<PublicItem | null> {
  const codes = publicCodesIn(address, publicUrl);
  return inSystem(db, async (trx) => {
    for (const code of codes) {
      const row = await findPublicItem(trx, code);
      if (row !== null) return presentPublicItem(row);
    }
    return null;
  });
}

/** @throws AppError `not-found`; `conflict` when it is taken down already */
export async function takeDown(
  deps: AdminUsersDeps,
  change: ItemChange,
  reason: TakedownReason,
): Promise<void> {
  const mailIds: string[] = [];
  const record = async (trx: Transaction<DB>, item: RecordedItem) => {
    const { adminId, accountId, kind, id } = change;
    const details = { reason };
    const action = kind === 'embed' ? 'embed.taken-down' : 'pipeline.taken-down';
    await audit(trx, { accountId, userId: null, adminId, action, target: id, details });
    await auditOperator(trx, {
      adminId,
      accountId,
      action: 'item.taken-down',
      target: id,
      details: { kind, reason },
    });
    mailIds.push(
      ...(await deps.mailOwners(trx, accountId, {
        kind: 'item-taken-down',
        ...(await describe(trx, change, item)),
        reason,
      })),
    );
  };
  if (change.kind === 'embed') await deps.takeDownEmbed(change, reason, record);
  else await changePage(deps, change, reason, record);
  await deps.deliverSoon(mailIds);
}

/** @throws AppError `not-found`; `conflict` when it is not taken down */
export async function restore(deps: AdminUsersDeps, change: ItemChange): Promise<void> {
  const mailIds: string[] = [];
  const record = async (trx: Transaction<DB>, item: RecordedItem) => {
    const { adminId, accountId, kind, id } = change;
    const action = kind === 'embed' ? 'embed.put-back' : 'pipeline.put-back';
    await audit(trx, { accountId, userId: null, adminId, action, target: id });
    await auditOperator(trx, { adminId, accountId, action: 'item.restored', target: id, details: { kind } });
    const content = await describe(trx, change, item);
    mailIds.push(...(await deps.mailOwners(trx, accountId, { kind: 'item-put-back', ...content })));
  };
  if (change.kind === 'embed') await deps.restoreEmbed(change, record);
  else await changePage(deps, change, null, record);
  await deps.deliverSoon(mailIds);
}

/** What a mail calls it; a page has no kind. */
interface RecordedItem {
  name: string;
  kind?: string;
}

async function describe(trx: Transaction<DB>, { accountId, kind }: ItemChange, item: RecordedItem) {
  const embedKind = item.kind === 'badge' ? ('badge' as const) : ('widget' as const);
  return {
    accountName: (await lockAccount(trx, accountId))?.name ?? '',
    itemKind: kind === 'page' ? ('page' as const) : embedKind,
    itemName: item.name,
  };
}

function changePage(
  { db }: Pick<AdminUsersDeps, 'db'>,
  { accountId, id }: ItemChange,
  reason: TakedownReason | null,
  record: (trx: Transaction<DB>, item: RecordedItem) => Promise<void>,
): Promise<void> {
  return inSystem(db, async (trx) => {
    const page = await updatePipelineTakedown(trx, accountId, id, reason);
    if (page === null) throw notFound();
    if (!page.changed) throw new AppError('conflict');
    await record(trx, page);
  });
}
