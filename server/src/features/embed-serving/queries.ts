import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** The public look-up across all tenants: a page knows only the code. Published embeds only. */
export async function findSnapshotByCode(
  trx: Transaction<DB>,
  code: string,
): Promise<{ content: unknown; hash: string } | null> {
  const row = await trx
    .selectFrom('snapshots')
    .select(['content', 'hash'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

/** Hashes by code, across all tenants; a missing code was deleted or taken offline. */
export async function listSnapshotHashes(
  trx: Transaction<DB>,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('snapshots')
    .select(['code', 'hash'])
    .where('code', 'in', codes)
    .execute();
  return new Map(rows.map((row) => [row.code, row.hash]));
}
