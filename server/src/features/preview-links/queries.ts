import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface PreviewLinkRow {
  id: string;
  created_at: Date;
  expires_at: Date;
}

/** Those that work now, newest first. */
export function listLinkRows(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
): Promise<PreviewLinkRow[]> {
  return trx
    .selectFrom('preview_links')
    .select(['id', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('embed_id', '=', embedId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteExpiredLinks(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
): Promise<void> {
  await trx
    .deleteFrom('preview_links')
    .where('account_id', '=', accountId)
    .where('embed_id', '=', embedId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

interface NewLink {
  id: string;
  embedId: string;
  tokenHash: Buffer;
  countedLocations: readonly string[] | null;
  days: number;
}

export function insertLink(
  trx: Transaction<DB>,
  accountId: string,
  { id, embedId, tokenHash, countedLocations, days }: NewLink,
): Promise<PreviewLinkRow> {
  return trx
    .insertInto('preview_links')
    .values({
      account_id: accountId,
      id,
      embed_id: embedId,
      token_hash: tokenHash,
      counted_locations: countedLocations === null ? null : [...countedLocations],
      expires_at: sql`now() + make_interval(days => ${days})`,
    })
    .returning(['id', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

export async function deleteLink(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  id: string,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('preview_links')
    .where('account_id', '=', accountId)
    .where('embed_id', '=', embedId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Across all tenants: the address knows only the token. */
export async function findLinkByToken(trx: Transaction<DB>, tokenHash: Buffer) {
  const row = await trx
    .selectFrom('preview_links')
    .select(['account_id', 'embed_id', 'counted_locations', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}
