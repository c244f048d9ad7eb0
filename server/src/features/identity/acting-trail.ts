/**
 * No change that an administrator makes as a member is without an entry: a transaction that writes and has none of its own
 * gets one with the route, before it is committed.
 */
import { idSchema } from '@kindling/contract/common';
import { sql, type Transaction } from 'kysely';
import type { CommitCheck } from '../../db/commit-check.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ActedCall } from '../../http/acting-check.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { audit, isAudited } from './audit.ts';

/** One call has at most one such entry, and none when an earlier transaction of it has an entry of its own. */
export function checkActingTrail({ accountId, userId }: SignedInUser, call: ActedCall): CommitCheck {
  let isRecorded = false;
  return async (trx) => {
    if (isRecorded || !(isAudited(trx) || (await hasWritten(trx)))) return () => {};
    if (!isAudited(trx))
      await audit(trx, {
        accountId,
        userId,
        action: 'support.changed',
        details: { route: `${call.method} ${call.path}` },
        ...targetOf(call),
      });
    return () => {
      isRecorded = true;
    };
  };
}

/** PostgreSQL numbers a transaction with its first write. A lock of a row counts too: one entry too many hides nothing. */
async function hasWritten(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as written`.execute(trx);
  return rows[0]?.written === true;
}

/** The row that the first parameter of the path names. */
function targetOf({ path, input }: ActedCall): { target?: string } {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined || typeof input !== 'object' || input === null) return {};
  const id = idSchema.safeParse((input as Record<string, unknown>)[name]);
  return id.success ? { target: id.data } : {};
}
