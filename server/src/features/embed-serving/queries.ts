import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** The public look-up: a code is all that a page knows. Across all tenants, and only what was published. */
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

/** Versions of the snapshots with these codes; what is missing was deleted or taken offline. Across all tenants. */
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
